import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { millis } from '@/lib/api/fields';
import { asWritten, inWords } from '@/lib/api/words';
import { normalised } from '@/lib/guard/domains/contract';
import { normaliseHostname } from '@/lib/guard/domains/domain-name';

export const TLS_STATES = ['ok', 'expired', 'self_signed', 'mismatch', 'failed', 'skipped'] as const;
export const VERDICTS = ['ok', 'slow', 'cert_warn', 'http_error', 'unreachable'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** An answer that took longer than this makes a target slow. */
export const SLOW_MS = 1_000;

const protocol = asWritten(z.enum(['http', 'https']));

export const Target = z.object({
  /** Sent as Host header and as the name TLS asks for. */
  domain: normalised(normaliseHostname, 'host_name'),
  protocol,
  origin_protocol: protocol,
  /** Address or name of the origin; read by the service, since an address in disguise is no bad request. */
  host: z.string().trim().min(1).max(253),
  port: z.int().min(1).max(65_535),
});
export type Target = z.output<typeof Target>;

const step = { latency_ms: z.int(), error: z.string() };

/** Result of probing one target (spec 4.5). */
export const Probed = z.object({
  host: z.string(),
  port: z.int(),
  tcp: z.object({ ok: z.boolean(), ...step }),
  /** `not_after` in Unix milliseconds; 0 where no certificate was seen. */
  tls: z.object({ status: inWords('probe_tls', z.enum(TLS_STATES)), ...step, not_after: millis }),
  http: z.object({ status_code: z.int(), ...step }),
  verdict: inWords('probe_verdict', z.enum(VERDICTS)),
  checked_at: millis,
});
export type Probed = z.output<typeof Probed>;

export const Verified = z.object({
  /** Whether the first origin takes TCP connections. */
  origin_reachable: z.boolean(),
  origin_latency_ms: z.int(),
  /** Why it does not, as in a precheck; empty where it does (extension). */
  origin_error: z.string(),
  /** Whether the public CNAME is the one assigned. */
  dns_effective: z.boolean(),
  resolved_cname: z.string(),
  checked_at: millis,
});
export type Verified = z.output<typeof Verified>;

/** Checks of a domain before it is approved. */
export const probes = contract({
  precheck: endpoint({
    method: 'POST',
    path: '/api/guard/domains/precheck',
    permission: 'guard.domain.precheck',
    summary: 'Try origins before a domain is added: connection, certificate, answer',
    body: z.object({ targets: z.array(Target).min(1).max(20) }),
    data: z.object({ results: z.array(Probed) }),
    audit: { resource: 'precheck' },
    errors: ['err.request.rate_limited', 'err.request.too_many_waiting', 'err.busy'],
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/guard/domains/{id}/verify',
    permission: 'guard.domain.verify',
    summary: 'Look whether the first origin of a domain answers and its CNAME points here',
    data: Verified,
    audit: { resource: 'domain' },
    errors: ['err.request.rate_limited', 'err.request.too_many_waiting', 'err.busy'],
  }),
});
