import type { z } from 'zod';
import type { EndpointSpec } from '@/lib/api/endpoint';
import type { nothing } from '@/lib/api/envelope';
import type { Page } from '@/lib/api/fields';
import type { Match } from '@/lib/guard/rules/contract';
import type { RuleKind } from './rule-link';

/** The body of a rule of any kind: what the form shows and the JSON is. */
export type RuleValues = {
  name: string;
  describe?: string;
  matches: { field: Match['field']; op: Match['op']; data?: string }[];
  stime?: number;
  etime?: number;
  /** Of CC rules. */
  limit?: Record<string, unknown>;
  action: Record<string, unknown>;
  stats?: Record<string, unknown>;
};

/** What another condition begins as. */
export const NEW_CONDITION: RuleValues['matches'][number] = { field: 'path', op: 'prefix', data: '' };

/** A rule as it is stored. */
export type StoredRule = RuleValues & { rule_id: number; status: number; ctime: number; utime: number };

type Path = `/api/guard/policies/{id}/${RuleKind}/rules`;
type At = `${Path}/{rid}`;
type Stored = z.ZodType<StoredRule>;
type Calls = {
  list: EndpointSpec<Path, z.ZodType, undefined, z.ZodType<Page<StoredRule>>>;
  create: EndpointSpec<Path, undefined, z.ZodType<unknown, RuleValues>, Stored>;
  view: EndpointSpec<At, undefined, undefined, Stored>;
  edit: EndpointSpec<At, z.ZodType<unknown, { utime?: string | undefined }>, z.ZodType<unknown, RuleValues>, Stored>;
  remove: EndpointSpec<At, undefined, undefined, typeof nothing>;
  status: EndpointSpec<`${At}/status`, undefined, z.ZodType<unknown, { status: 1 | 2 }>, typeof nothing>;
  move: EndpointSpec<`${At}/move`, undefined, z.ZodType<unknown, { policy_id: string }>, Stored>;
};

/** What differs between the kinds of rules: their screens are this and nothing else. */
export type KindSpec = {
  kind: RuleKind;
  /** What the audit log calls them. */
  type: `${RuleKind}_rule`;
  endpoints: Calls;
  actions: readonly string[];
  /** What a new one begins with. */
  first: RuleValues;
};

/** A rule in a list, with the `id` that parts of an object have. */
export type RuleRow = StoredRule & { id: number };

/** The body of a stored rule, as a change replaces it. */
export function bodyOf({ id, rule_id, status, ctime, utime, ...body }: StoredRule & { id?: number }): RuleValues {
  return body;
}
