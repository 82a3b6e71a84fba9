import type { z } from 'zod';
import { endpoint, type Permission } from './endpoint';
import { nothing } from './envelope';

const VERBS = ['list', 'create', 'view', 'edit', 'remove'] as const;
type Verb = (typeof VERBS)[number];

/** One permission for all verbs, or one for each. */
type Permissions = Permission | Readonly<Record<Verb, Permission>>;

type Kind<P extends string, I extends string, One, New, Some, Q> = {
  /** Path of the list. */
  path: P;
  /** Path parameter of one of them. */
  item: I;
  permission: Permissions;
  /** What audit rows call it; a refused write to one is recorded under its `item`. */
  resource: string;
  /** The rest of the sentence after "List", "Create", "Read", "Change" and "Delete". */
  summary: { all: string; one: string };
  /** One of them as it is answered, as it is created, and as it is changed. */
  one: One;
  create: New;
  change: Some;
  /** Query of a change, such as what it is only made under. */
  changeQuery?: Q;
  /** Bytes of a body that is created or changed; see `EndpointSpec`. */
  maxBody?: number;
  /** Business errors of creating and changing one. */
  errors?: readonly string[];
};

/** The five endpoints that most kinds of object have; a contract takes those it wants and writes its own beside them. */
export function verbs<
  const P extends string,
  const I extends string,
  One extends z.ZodType,
  New extends z.ZodType,
  Some extends z.ZodType,
  Q extends z.ZodType | undefined = undefined,
>({ path, item, permission, resource, summary, one, create, change, ...more }: Kind<P, I, One, New, Some, Q>) {
  const { changeQuery, maxBody, errors } = more;
  const at = `${path}/{${item}}` as `${P}/{${I}}`;
  const audit = { resource, object: item };
  const needs = (verb: Verb) => (typeof permission === 'string' ? permission : permission[verb]);
  return {
    list: <Page extends z.ZodType, Q extends z.ZodType | undefined = undefined>(data: Page, query?: Q) =>
      endpoint({ method: 'GET', path, permission: needs('list'), summary: `List ${summary.all}`, query, data }),
    create: endpoint({
      ...{ method: 'POST', path, permission: needs('create'), summary: `Create ${summary.one}` },
      ...{ body: create, maxBody, data: one, status: 201, audit, errors },
    }),
    view: endpoint({ method: 'GET', path: at, permission: needs('view'), summary: `Read ${summary.one}`, data: one }),
    edit: endpoint({
      ...{ method: 'PUT', path: at, permission: needs('edit'), summary: `Change ${summary.one}` },
      ...{ query: changeQuery, body: change, maxBody, data: one, audit, errors },
    }),
    remove: endpoint({
      ...{ method: 'DELETE', path: at, permission: needs('remove'), summary: `Delete ${summary.one}` },
      ...{ data: nothing, audit },
    }),
  };
}
