import { type RawBuilder, sql } from 'kysely';

/**
 * How far a caller sees (DESIGN 2). A required argument of every repository function, so that a query without a
 * tenant clause does not type-check.
 */
export type Scope = Readonly<{
  oem_id: string;
  tier: 'platform' | 'root' | 'user';
  user_id: string;
}>;

/**
 * The tenant clause for a table with oem_id, root_id and user_id: platform sees its OEM, a business root its own and
 * its chain's rows, everybody else their own. A user belongs to one OEM, so one column decides, and one index serves.
 */
export function visible(scope: Scope, table: string): RawBuilder<boolean> {
  switch (scope.tier) {
    case 'platform':
      return sql`${sql.ref(`${table}.oem_id`)} = ${scope.oem_id}`;
    case 'root':
      return sql`${sql.ref(`${table}.root_id`)} = ${scope.user_id}`;
    case 'user':
      return sql`${sql.ref(`${table}.user_id`)} = ${scope.user_id}`;
  }
}

/** Owner columns of a row the caller creates. */
export function ownership(principal: { oem_id: string; user_id: string; first_id: string }) {
  return {
    oem_id: principal.oem_id,
    root_id: principal.first_id || principal.user_id,
    user_id: principal.user_id,
  };
}
