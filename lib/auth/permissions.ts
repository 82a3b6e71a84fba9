/**
 * RBAC patterns (DESIGN 2): `*` at the end matches any rest, elsewhere exactly one segment. Key scopes never go
 * through here: there nothing expands.
 */
export function matches(pattern: string, permission: string): boolean {
  const wanted = pattern.split('.');
  const given = permission.split('.');
  for (const [i, segment] of wanted.entries()) {
    if (segment === '*') {
      if (i === wanted.length - 1) return given.length > i;
      if (given[i] === undefined) return false;
    } else if (segment !== given[i]) return false;
  }
  return wanted.length === given.length;
}

/** Whether `wide` matches whatever `narrow` matches, among all permissions there could ever be. */
export function includes(wide: string, narrow: string): boolean {
  const [a, b] = [wide.split('.'), narrow.split('.')];
  for (const [i, segment] of a.entries()) {
    if (segment === '*' && i === a.length - 1) return b.length > i;
    // A last `*` of the narrow one matches rests that one segment cannot.
    if (b[i] === undefined || (b[i] === '*' && (segment !== '*' || i === b.length - 1))) return false;
    if (segment !== '*' && segment !== b[i]) return false;
  }
  return a.length === b.length;
}

/**
 * Whether whoever holds `held` holds all of `wanted`: each wanted pattern is included in a held one, or all it
 * matches of `known` is held. The second part lets guard.* and sys.* together cover *.*.list. It does not count for a
 * pattern open at its end, which would gain whatever a later version adds, nor for one that matches nothing.
 */
export function covers(held: readonly string[], wanted: readonly string[], known: readonly string[]): boolean {
  return wanted.every((pattern) => {
    if (held.some((wide) => includes(wide, pattern))) return true;
    if (pattern.endsWith('*')) return false;
    const meant = known.filter((permission) => matches(pattern, permission));
    return meant.length > 0 && meant.every((permission) => held.some((wide) => matches(wide, permission)));
  });
}

export type Grants = { has(permission: string): boolean };

/**
 * Answers that are remembered, and of how long permissions: paths name some of them, such as that of a page of charts, and
 * anybody who is signed in writes paths without end.
 */
const REMEMBERED = 500;
const LONGEST = 64;

/** A role set's permissions, of which the first answers are remembered. */
export function grantsOf(patterns: readonly string[]): Grants {
  const known = new Map<string, boolean>();
  return {
    has(permission) {
      const before = known.get(permission);
      if (before !== undefined) return before;
      const answer = patterns.some((pattern) => matches(pattern, permission));
      if (known.size < REMEMBERED && permission.length <= LONGEST) known.set(permission, answer);
      return answer;
    },
  };
}

/** What a key may do: what its holder may, of that only what its scopes name letter by letter (spec 5, rules 5 and 6). */
export function narrowed(held: Grants, scopes: readonly string[]): Grants {
  if (scopes.length === 0) return held;
  const named = new Set(scopes);
  return { has: (permission) => named.has(permission) && held.has(permission) };
}
