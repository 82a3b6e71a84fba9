import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { displayName, keyword, millis, pageOf, pageQuery, text } from '@/lib/api/fields';

export const errors = defineErrors({
  'err.guard.policy.name_taken': { code: 2101, status: 400, category: 'conflict' },
  'err.guard.policy.in_use': { code: 2102, status: 400, category: 'conflict' },
});

/** PolicyVO (spec 2.5). */
export const Policy = z.object({
  policy_id: z.string(),
  name: z.string(),
  comment: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  default_main_rule_version: z.string(),
  is_default: z.boolean(),
  schema_id: z.string(),
  cc_rule_count: z.int(),
  bwl_rule_count: z.int(),
  acl_rule_count: z.int(),
  ctime: millis,
  utime: millis,
});
export type Policy = z.output<typeof Policy>;

export const PolicyInput = z.object({
  name: displayName(100, 1),
  comment: text(500).optional(),
});
export type PolicyInput = z.output<typeof PolicyInput>;

export const policies = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/guard/policies',
    permission: 'guard.policy.list',
    summary: 'List policies',
    query: pageQuery.extend({ keyword }),
    data: pageOf(Policy),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/guard/policies',
    permission: 'guard.policy.create',
    summary: 'Create a policy',
    body: PolicyInput,
    data: Policy,
    status: 201,
    audit: { resource: 'policy' },
    errors: ['err.guard.policy.name_taken'],
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/guard/policies/{id}',
    permission: 'guard.policy.view',
    summary: 'Read a policy',
    data: Policy,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/guard/policies/{id}',
    permission: 'guard.policy.edit',
    summary: 'Change a policy',
    body: PolicyInput.partial(),
    data: Policy,
    audit: { resource: 'policy' },
    errors: ['err.guard.policy.name_taken'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/guard/policies/{id}',
    permission: 'guard.policy.delete',
    summary: 'Delete a policy that no domain refers to',
    data: nothing,
    audit: { resource: 'policy' },
    errors: ['err.guard.policy.in_use'],
  }),
});
