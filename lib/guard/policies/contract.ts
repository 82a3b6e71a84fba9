import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { displayName, editQuery, keyword, millis, pageOf, pageQuery, queryBool, text } from '@/lib/api/fields';
import { Domain } from '@/lib/guard/domains/contract';

export const errors = defineErrors({
  'err.guard.policy.name_taken': { code: 2101, status: 400, category: 'conflict' },
  'err.guard.policy.in_use': { code: 2102, status: 400, category: 'conflict' },
  // Of the rules that a policy holds, whatever their kind.
  'err.guard.rule.pattern': { code: 2111, status: 400, category: 'validation' },
  'err.guard.rule.too_many': { code: 2113, status: 400, category: 'conflict' },
  'err.guard.rule.too_large': { code: 2114, status: 400, category: 'conflict' },
  'err.guard.rule.policy_unknown': { code: 2115, status: 400, category: 'validation' },
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

/** A policy with what its list shows beyond PolicyVO. */
export const PolicyOverview = Policy.extend({
  /** Domains it protects, of those the caller sees; and one of these, empty where there is none. */
  domain_count: z.int(),
  first_domain: z.string(),
  /** Who changed it last, the one who made it included; empty where no record is left. */
  changed_by: z.string(),
});
export type PolicyOverview = z.output<typeof PolicyOverview>;

const share = z.object({ total: z.int(), enabled: z.int() });

/** What a policy holds, of which kind how much, and where that applies. */
export const PolicyContents = z.object({
  waf_groups: share,
  cc_rules: share,
  acl_rules: share,
  lists: share.extend({
    /** Addresses in the lists that are enabled. */
    addresses: z.int(),
  }),
  /** Of the domains that it protects, of those the caller sees. */
  brute_force: share,
  domain_count: z.int(),
  /** Nodes that are to run it now, whoever's domains are on them. */
  node_count: z.int(),
});
export type PolicyContents = z.output<typeof PolicyContents>;

/** A domain that a policy protects, with its brute-force rules, which are enforced beside those of the policy. */
export const ProtectedDomain = Domain.extend({ brute_force_count: z.int() });
export type ProtectedDomain = z.output<typeof ProtectedDomain>;

export const PolicyInput = z.object({
  name: displayName(100, 1),
  comment: text(500).optional(),
});
export type PolicyInput = z.output<typeof PolicyInput>;

/** Policies: sets of rules that domains share. */
export const policies = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/guard/policies',
    permission: 'guard.policy.list',
    summary: 'List policies',
    query: pageQuery.extend({ keyword }),
    data: pageOf(Policy),
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/guard/policies/overview',
    permission: 'guard.policy.list',
    summary: 'List policies with the domains they protect and who changed them last',
    query: pageQuery.extend({ keyword }),
    data: pageOf(PolicyOverview),
    extension: true,
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
    query: editQuery,
    body: PolicyInput.partial(),
    data: Policy,
    audit: { resource: 'policy' },
    errors: ['err.guard.policy.name_taken', 'err.changed'],
  }),
  contents: endpoint({
    method: 'GET',
    path: '/api/guard/policies/{id}/contents',
    permission: 'guard.policy.view',
    summary: 'Count what a policy holds, the domains it protects and the nodes that run it',
    data: PolicyContents,
    extension: true,
  }),
  domains: endpoint({
    method: 'GET',
    path: '/api/guard/policies/{id}/domains',
    permission: 'guard.policy.view',
    alsoNeeds: 'guard.domain.list',
    summary: 'List the domains that a policy protects, by name',
    query: pageQuery.extend({
      keyword,
      /** Those with brute-force rules of their own, or those without. */
      brute_force: queryBool.optional(),
    }),
    data: pageOf(ProtectedDomain),
    extension: true,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/api/guard/policies/{id}/copy',
    permission: 'guard.policy.create',
    alsoNeeds: 'guard.policy.view',
    summary: 'Copy a policy with its rules, for the account that has it',
    body: PolicyInput,
    data: Policy,
    status: 201,
    audit: { resource: 'policy' },
    extension: true,
    errors: ['err.guard.policy.name_taken', 'err.plan.quota_exceeded'],
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
