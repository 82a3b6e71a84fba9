import { includes, matches } from '@/lib/auth/permissions';

/**
 * A place in the permission tree: an action, a resource or a module. `pattern` is what a role would say to grant all of
 * it, `keys` are the permissions below it now.
 */
export type TreeNode = { pattern: string; keys: readonly string[] };

/** How a place looks in a tree where one chooses, and what a press on it does. */
export type Choice = {
  stateOf(node: TreeNode): { checked: boolean; mixed: boolean };
  /** Why the place cannot be chosen or given up, or null. */
  reasonOf(node: TreeNode): string | null;
  /** What is chosen after a press. */
  toggled(node: TreeNode, checked: boolean): string[];
};

type Offered = (full_key: string) => string | null;

/** Why nothing of a place can be chosen: the reason of its first permission; null as soon as one can be. */
function reasonOfAll(keys: readonly string[], offered: Offered): string | null {
  return keys.some((key) => offered(key) === null) ? null : offered(keys[0] ?? '');
}

/**
 * Chooses exact permissions, as the scopes of an API key want them. A resource or module represents what can be chosen
 * below it; what is chosen already can always be given up.
 */
export function exactChoice(value: readonly string[], offered: Offered): Choice {
  const chosen = new Set(value);
  const openOf = ({ keys }: TreeNode) => keys.filter((key) => offered(key) === null);
  return {
    stateOf(node) {
      const open = openOf(node);
      const checked = (open.length > 0 ? open : node.keys).every((key) => chosen.has(key));
      return { checked, mixed: !checked && node.keys.some((key) => chosen.has(key)) };
    },
    reasonOf: ({ keys }) => (keys.some((key) => chosen.has(key)) ? null : reasonOfAll(keys, offered)),
    toggled(node, checked) {
      if (checked) return [...new Set([...value, ...openOf(node)])];
      return value.filter((key) => !node.keys.includes(key));
    },
  };
}

/**
 * Chooses what a role says: a resource or module is granted as a pattern, with whatever later versions add to it, and
 * takes the place of the narrower ones. What a wider pattern grants can only be given up with that pattern. What is
 * `without` effect in the role conflicts with no pattern.
 */
export function patternChoice(
  patterns: readonly string[],
  {
    offered,
    without,
    coveredBy,
  }: { offered: Offered; without: (full_key: string) => string | null; coveredBy: (pattern: string) => string },
): Choice {
  const widerThan = ({ pattern }: TreeNode) => patterns.find((wide) => wide !== pattern && includes(wide, pattern));
  const grants = (key: string) => patterns.some((pattern) => matches(pattern, key));
  return {
    stateOf({ pattern, keys }) {
      const checked = patterns.some((wide) => includes(wide, pattern));
      return { checked, mixed: !checked && keys.some(grants) };
    },
    reasonOf(node) {
      if (patterns.includes(node.pattern)) return null;
      const wider = widerThan(node);
      if (wider !== undefined) return coveredBy(wider);
      const effective = node.keys.filter((key) => without(key) === null);
      if (effective.length === 0) return without(node.keys[0] ?? '');
      return effective.map(offered).find((reason) => reason !== null) ?? null;
    },
    toggled({ pattern }, checked) {
      if (!checked) return patterns.filter((each) => each !== pattern);
      return withPattern(patterns, pattern);
    },
  };
}

/** The patterns with one more, without those it makes superfluous. */
export function withPattern(patterns: readonly string[], pattern: string): string[] {
  if (patterns.some((wide) => includes(wide, pattern))) return [...patterns];
  return [...patterns.filter((narrow) => !includes(pattern, narrow)), pattern];
}
