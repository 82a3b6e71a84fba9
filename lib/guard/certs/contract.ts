import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import {
  displayName,
  endBeforeStart,
  endsAfterStart,
  keyword,
  line,
  millis,
  pageOf,
  pageQuery,
  secret,
  timeRange,
  unchecked,
} from '@/lib/api/fields';
import { asWritten } from '@/lib/api/words';
import { KEY_TYPES } from './vocabulary';

export const errors = defineErrors({
  'err.guard.cert.unreadable': { code: 2301, status: 400, category: 'validation' },
  'err.guard.cert.key_in_cert': { code: 2302, status: 400, category: 'validation' },
  'err.guard.cert.key_unreadable': { code: 2303, status: 400, category: 'validation' },
  'err.guard.cert.key_encrypted': { code: 2304, status: 400, category: 'validation' },
  'err.guard.cert.key_kind': { code: 2305, status: 400, category: 'validation' },
  'err.guard.cert.not_a_pair': { code: 2306, status: 400, category: 'validation' },
  'err.guard.cert.chain_broken': { code: 2307, status: 400, category: 'validation' },
  'err.guard.cert.sign_incomplete': { code: 2308, status: 400, category: 'validation' },
  'err.guard.cert.sign_not_sm2': { code: 2309, status: 400, category: 'validation' },
  'err.guard.cert.not_covering': { code: 2310, status: 400, category: 'validation' },
  'err.guard.cert.other_owner': { code: 2311, status: 400, category: 'validation' },
  'err.guard.cert.key_size': { code: 2312, status: 400, category: 'validation' },
  'err.guard.cert.too_complex': { code: 2313, status: 400, category: 'validation' },
  'err.guard.cert.changed': { code: 2314, status: 400, category: 'conflict' },
});

/** CertVO (spec 2.4). */
export const Cert = z.object({
  id: z.int(),
  name: z.string(),
  user_name: z.string(),
  certificate_type: z.int32(),
  common_name: z.string(),
  issuer: z.string(),
  expired_at: millis,
  auto_cert: z.boolean(),
  ctime: millis,
  utime: millis,
});
export type Cert = z.output<typeof Cert>;

/** CertDetailVO: the certificates as PEM, never a key. */
export const CertDetail = Cert.extend({
  /** The chain, leaf first. */
  cert: z.string(),
  /** The signing certificate of an SM2 pair; empty otherwise. */
  sign_cert: z.string(),
});
export type CertDetail = z.output<typeof CertDetail>;

/** CertDomainVO. */
export const CertDomain = z.object({ domain_id: z.string(), domain: z.string(), cert_id: z.int(), ctime: millis });
export type CertDomain = z.output<typeof CertDomain>;

/** What can be read off a certificate. */
export const CertFacts = z.object({
  common_name: z.string(),
  issuer: z.string(),
  not_before: millis,
  expired_at: millis,
  /** Domain names and addresses it is for; `*.` represents one label. */
  names: z.array(z.string()),
  key_type: asWritten(z.enum(KEY_TYPES)),
  serial_number: z.string(),
  /** SHA-256 of the leaf. */
  fingerprint: z.string(),
  /** Leaf first, each followed by its issuer. */
  chain: z.array(z.object({ subject: z.string(), issuer: z.string(), expired_at: millis })),
  /** The text had them in another order. */
  is_reordered: z.boolean(),
});
export type CertFacts = z.output<typeof CertFacts>;

/** How many of its names a certificate in a list shows; it may have thousands. */
export const LISTED_NAMES = 20;

/** A certificate with what its list and its page show beyond CertVO. */
export const CertOverview = Cert.extend({
  /** The first twenty of them. */
  names: z.array(z.string()),
  name_count: z.int(),
  /** Domains it is bound to, of those the caller sees; and the one of these it was bound to first, empty where there is none. */
  domain_count: z.int(),
  first_domain: z.string(),
});
export type CertOverview = z.output<typeof CertOverview>;

export const DAY_MS = 86_400_000;
/** From here on somebody should renew a certificate. */
export const SOON_DAYS = 30;
/** The parts in which the coming months are counted: whole parts are within SOON_DAYS. */
export const EXPIRY_SLOT_MS = 15 * DAY_MS;
export const EXPIRY_SLOTS = 26;

/** How many certificates end when. */
export const CertExpiry = z.object({
  /** The moment of counting; the first slot begins here. */
  from: millis,
  expired: z.int(),
  /** Those that end in each fifteen days from then on. */
  slots: z.array(z.int()),
  /** Those that end after the last slot. */
  later: z.int(),
});
export type CertExpiry = z.output<typeof CertExpiry>;

/** Twenty certificates of the longest common kind fit. */
const MAX_PEM = 131_072;
const pem = () => z.string().min(1).max(MAX_PEM);
/** A key is pasted here by mistake often enough. */
const certificate = unchecked(pem());
const privateKey = secret(pem());

export const CertInput = z.object({
  name: displayName(100, 1),
  cert: certificate,
  key: privateKey,
  sign_cert: certificate.optional(),
  sign_key: privateKey.optional(),
});
export type CertInput = z.output<typeof CertInput>;

export const CertChange = CertInput.partial();
export type CertChange = z.output<typeof CertChange>;

const CONTENT = Object.keys(errors).filter((key) => !/not_covering|other_owner/.test(key));
const BIND = ['err.guard.cert.not_covering', 'err.guard.cert.other_owner'];
/** Two chains of twenty certificates with their keys, line ends escaped. */
const MAX_BODY = 256 * 1024;

/** Certificates and the domains they are bound to. */
export const certs = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/guard/certs',
    permission: 'guard.cert.list',
    summary: 'List certificates',
    query: pageQuery.extend({ keyword }),
    data: pageOf(Cert),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/guard/certs',
    permission: 'guard.cert.create',
    summary: 'Store a certificate with its private key',
    body: CertInput,
    maxBody: MAX_BODY,
    data: Cert,
    status: 201,
    audit: { resource: 'cert' },
    errors: CONTENT,
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/guard/certs/{id}',
    permission: 'guard.cert.view',
    summary: 'Read a certificate; its key never leaves the store',
    data: CertDetail,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/guard/certs/{id}',
    permission: 'guard.cert.edit',
    summary: 'Rename a certificate or replace what it holds; its domains are distributed anew',
    body: CertChange,
    maxBody: MAX_BODY,
    data: Cert,
    audit: { resource: 'cert' },
    errors: [...CONTENT, 'err.guard.cert.not_covering'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/guard/certs/{id}',
    permission: 'guard.cert.delete',
    summary: 'Take a certificate from all its domains and delete it',
    data: nothing,
    audit: { resource: 'cert' },
  }),
  domains: endpoint({
    method: 'GET',
    path: '/api/guard/certs/{id}/domains',
    permission: 'guard.cert.view',
    summary: 'List the domains a certificate is bound to',
    data: z.array(CertDomain),
  }),
  bind: endpoint({
    method: 'POST',
    path: '/api/guard/certs/{id}/bind',
    permission: 'guard.cert.edit',
    summary: 'Bind a certificate to a domain that it covers',
    body: z.object({ domain_id: z.string().min(1).max(128) }),
    data: nothing,
    audit: { resource: 'cert' },
    errors: BIND,
  }),
  bindByPath: endpoint({
    method: 'POST',
    path: '/api/guard/certs/{id}/bind/{domainId}',
    permission: 'guard.cert.edit',
    summary: 'Bind a certificate to a domain that it covers',
    data: nothing,
    audit: { resource: 'cert' },
    errors: BIND,
  }),
  unbind: endpoint({
    method: 'DELETE',
    path: '/api/guard/certs/{id}/bind/{domainId}',
    permission: 'guard.cert.edit',
    summary: 'Take a certificate from a domain',
    data: nothing,
    audit: { resource: 'cert' },
  }),
  facts: endpoint({
    method: 'GET',
    path: '/api/guard/certs/{id}/facts',
    permission: 'guard.cert.view',
    summary: 'Read what a certificate says: names, validity, key, chain',
    data: z.object({ cert: CertFacts, sign_cert: CertFacts.optional() }),
    extension: true,
  }),
  expiring: endpoint({
    method: 'GET',
    path: '/api/guard/certs/expiring',
    permission: 'guard.cert.list',
    summary: 'List certificates, the first to expire first, within times; with `domain` only those that cover it',
    query: pageQuery
      .extend({ keyword, domain: line(253, 1).optional(), ...timeRange.shape })
      .refine(endsAfterStart, endBeforeStart),
    data: pageOf(CertOverview),
    extension: true,
  }),
  expiry: endpoint({
    method: 'GET',
    path: '/api/guard/certs/expiry',
    permission: 'guard.cert.list',
    summary: 'Count certificates by when they expire',
    data: CertExpiry,
    extension: true,
  }),
  inspect: endpoint({
    method: 'POST',
    path: '/api/guard/certs/inspect',
    permission: ({ body }) => (body.replaces === undefined ? 'guard.cert.create' : 'guard.cert.edit'),
    grants: ['guard.cert.create', 'guard.cert.edit'],
    summary: 'Read a certificate without storing it, and whether the key given, or that of the one it replaces, fits',
    body: CertInput.omit({ name: true })
      .partial({ key: true })
      .extend({
        /** Id of the certificate that is to hold it. */
        replaces: z.int().min(1).optional(),
      }),
    maxBody: MAX_BODY,
    data: z.object({
      cert: CertFacts,
      sign_cert: CertFacts.optional(),
      /** Of a replacement without a key: whether the stored one belongs to it. */
      fits_stored_key: z.boolean().optional(),
    }),
    audit: { none: 'it changes nothing, and what was pasted may hold a key' },
    extension: true,
    errors: [...CONTENT, 'err.not_found'],
  }),
});
