import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { keyword, millis, pageOf, pageQuery, text } from '@/lib/api/fields';
import { asWritten, inWords } from '@/lib/api/words';
import { normaliseAddress, normaliseDomain } from './domain-name';

export const errors = defineErrors({
  'err.guard.domain.taken': { code: 2201, status: 400, category: 'conflict' },
  'err.guard.domain.policy_unknown': { code: 2202, status: 400, category: 'validation' },
  'err.guard.domain.cert_unknown': { code: 2203, status: 400, category: 'validation' },
  'err.guard.domain.cert_same_class': { code: 2204, status: 400, category: 'validation' },
});

/** audit_status (spec 2.3). */
export const UNAUDITED = 1;
export const IN_REVIEW = 2;
export const REJECTED = 3;
export const APPROVED = 4;

/** What a domain can switch on and off; each is a settings key of the same name. */
export const SWITCHES = ['waf', 'cc', 'acl', 'bot', 'cache'] as const;
export type Switch = (typeof SWITCHES)[number];

const flag = z.int().min(0).max(1);

/** DomainVO (spec 2.3). */
export const Domain = z.object({
  domain_id: z.string(),
  domain: z.string(),
  asset_name: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  policy_id: z.string(),
  cname: z.string(),
  auto_cert: z.boolean(),
  mode: z.int32(),
  audit_status: z.int32(),
  switches: z.object({ waf: flag, cc: flag, acl: flag, bot: flag, cache: flag }),
  ctime: millis,
  utime: millis,
});
export type Domain = z.output<typeof Domain>;

const DomainCert = z.object({
  id: z.int(),
  name: z.string(),
  certificate_type: z.int32(),
  common_name: z.string(),
  issuer: z.string(),
  expired_at: millis,
  auto_cert: z.boolean(),
});

export type DomainCert = z.output<typeof DomainCert>;

const DomainNode = z.object({
  id: z.int(),
  ip_addr: z.string(),
  node_id: z.string(),
  enabled: z.boolean(),
  line: z.int32(),
});
export type DomainNode = z.output<typeof DomainNode>;

/** What reading one domain adds (spec 2.3). */
export const DomainDetail = Domain.extend({
  /** The certificate bound last; 0 where none is. */
  cert_id: z.int(),
  certs: z.array(DomainCert).optional(),
  nodes: z.array(DomainNode),
  shadow_cache_addr: z.string().optional(),
});
export type DomainDetail = z.output<typeof DomainDetail>;

/** A string brought to its one written form, or refused with the validation message `key`. */
export function normalised(normalise: (value: string) => string | undefined, key: string) {
  return z
    .string()
    .trim()
    .transform((value, context) => {
      const name = normalise(value);
      if (name !== undefined) return name;
      context.addIssue({ code: 'custom', params: { key: value === '' ? 'required' : key }, input: value });
      return z.NEVER;
    });
}

const Origin = z.object({
  addr: normalised(normaliseAddress, 'address'),
  port: z.int().min(1).max(65_535),
  protocol: asWritten(z.enum(['http', 'https'])),
  /** Share of the requests among the origins. */
  weight: z.int().min(1).max(100).default(1),
});
export type Origin = z.output<typeof Origin>;

const asset_name = text(255);

export const DomainInput = z.object({
  domain: normalised(normaliseDomain, 'domain_name'),
  policy_id: z.string().min(1),
  src_sites: z.array(Origin).min(1).max(20),
  asset_name: asset_name.optional(),
  cert_ids: z.array(z.int().min(1)).max(20).optional(),
  /** Older clients name their one certificate here; 0 is none. */
  cert_id: z.int().min(0).optional(),
});
export type DomainInput = z.output<typeof DomainInput>;

export const DomainEdit = z.object({
  asset_name: asset_name.optional(),
  policy_id: z.string().min(1).optional(),
  auto_cert: z.boolean().optional(),
  mode: z.int32().optional(),
});
export type DomainEdit = z.output<typeof DomainEdit>;

const status = inWords('audit_status', z.enum(['1', '2', '3', '4'])).transform(Number);

/** Domains under protection. */
export const domains = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/guard/domains',
    permission: 'guard.domain.list',
    summary: 'List domains',
    query: pageQuery.extend({ keyword, audit_status: status.optional() }),
    data: pageOf(Domain),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/guard/domains',
    permission: 'guard.domain.create',
    summary: 'Add a domain with its origins',
    body: DomainInput,
    data: Domain,
    status: 201,
    audit: { resource: 'domain' },
    errors: [
      'err.guard.domain.taken',
      'err.guard.domain.policy_unknown',
      'err.guard.domain.cert_unknown',
      'err.guard.domain.cert_same_class',
      'err.plan.quota_exceeded',
      'err.guard.cert.not_covering',
      'err.guard.cert.other_owner',
    ],
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}',
    permission: 'guard.domain.view',
    summary: 'Read a domain',
    data: DomainDetail,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/guard/domains/{id}',
    permission: 'guard.domain.edit',
    summary: 'Change a domain',
    body: DomainEdit,
    data: Domain,
    audit: { resource: 'domain' },
    errors: ['err.guard.domain.policy_unknown'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/guard/domains/{id}',
    permission: 'guard.domain.delete',
    summary: 'Delete a domain with its settings',
    data: nothing,
    audit: { resource: 'domain' },
  }),
  audit: endpoint({
    method: 'PUT',
    path: '/api/guard/domains/{id}/audit',
    permission: 'guard.domain.audit',
    platformOnly: true,
    summary: 'Approve, reject or review a domain; approval distributes it to its nodes',
    body: z.object({ audit_status: inWords('audit_status', z.literal([IN_REVIEW, REJECTED, APPROVED])) }),
    data: z.object({ domain_id: z.string(), audit_status: z.int32() }),
    audit: { resource: 'domain' },
  }),
});
