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

export type Grants = { has(permission: string): boolean };

/** A role set's permissions; answers are remembered, since a principal asks for the same few. */
export function grantsOf(patterns: readonly string[]): Grants {
  const known = new Map<string, boolean>();
  return {
    has(permission) {
      const answer = known.get(permission) ?? patterns.some((pattern) => matches(pattern, permission));
      known.set(permission, answer);
      return answer;
    },
  };
}
