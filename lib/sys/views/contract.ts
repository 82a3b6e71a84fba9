import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { displayName, keyword, millis, pageOf, pageQuery } from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';
import { queryText, VIEW_LISTS } from './vocabulary';

export const errors = defineErrors({
  'err.sys.view.name_taken': { code: 1251, status: 400, category: 'conflict' },
  'err.sys.view.not_owner': { code: 1252, status: 403, category: 'permission' },
  'err.sys.view.too_many': { code: 1253, status: 400, category: 'conflict' },
});

/** More than anybody gives names to; all lists together. */
export const MAX_VIEWS = 100;

const MAX_QUERY = 2000;
/** What RFC 3986 allows in a query; without flags, which no JSON Schema has. */
const QUERY = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\dA-Fa-f]{2})*$/;

const List = inWords('view_list', z.enum(VIEW_LISTS));

/** The query of an address, without "?"; what only says where in the list one is goes away. */
const Query = z
  .string()
  .max(MAX_QUERY)
  .regex(QUERY)
  .transform(queryText)
  .refine((v) => v.length <= MAX_QUERY, { params: { key: 'too_long', max: MAX_QUERY } });

/** A saved view: a list as somebody filtered it, by name. */
export const View = z.object({
  view_id: z.string(),
  list: List,
  name: z.string(),
  query: z.string(),
  /** Whether everybody of the owner's account sees it, or all staff of the brand where the owner is of the staff. */
  shared: z.boolean(),
  /** Whether its owner sees the list so when they come without a query; of one list at most one. */
  is_default: z.boolean(),
  user_id: z.string(),
  user_name: z.string(),
  ctime: millis,
  utime: millis,
});
export type View = z.output<typeof View>;

const fields = { name: displayName(64, 1), query: Query, shared: z.boolean(), is_default: z.boolean() };

export const ViewInput = z.object({
  list: List,
  ...fields,
  shared: fields.shared.default(false),
  is_default: fields.is_default.default(false),
});
export type ViewInput = z.output<typeof ViewInput>;

export const ViewChange = z.object(fields).partial();
export type ViewChange = z.output<typeof ViewChange>;

/** Filters of lists and charts that users saved. */
export const views = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/sys/views',
    permission: 'session',
    summary: 'List the saved views one has or shares, one’s own first',
    query: pageQuery.extend({ list: List.optional(), keyword }),
    data: pageOf(View),
    extension: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/sys/views',
    permission: 'session',
    summary: 'Save a view of a list',
    body: ViewInput,
    data: View,
    status: 201,
    audit: { resource: 'view' },
    extension: true,
    errors: ['err.sys.view.name_taken', 'err.sys.view.too_many'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/sys/views/{id}',
    permission: 'session',
    summary: 'Change a view of one’s own',
    body: ViewChange,
    data: View,
    audit: { resource: 'view' },
    extension: true,
    errors: ['err.sys.view.name_taken', 'err.sys.view.not_owner'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/sys/views/{id}',
    permission: 'session',
    summary: 'Delete a view of one’s own',
    data: nothing,
    audit: { resource: 'view' },
    extension: true,
    errors: ['err.sys.view.not_owner'],
  }),
});
