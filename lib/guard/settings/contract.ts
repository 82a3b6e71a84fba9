import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { ID } from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';
import { normalised } from '@/lib/guard/domains/contract';
import { normaliseAddress } from '@/lib/guard/domains/domain-name';
import { CFG_OPTIONS } from '@/lib/guard/domains/vocabulary';

export const errors = defineErrors({
  'err.guard.settings.unknown_key': { code: 2401, status: 400, category: 'validation' },
  'err.guard.settings.not_json': { code: 2402, status: 400, category: 'validation' },
  'err.guard.settings.too_large': { code: 2403, status: 400, category: 'validation' },
});

/**
 * Characters that the settings of one domain have together. Each change keeps all of them in the history, before and after,
 * so that without a bound a short change could write megabytes.
 */
export const MAX_SETTINGS = 160 * 1024;

const status = inWords('switch', z.enum(CFG_OPTIONS));

/** How origins are watched: every `detection_time_intervals` seconds; action 4 raises an alert, 5 also moves traffic. */
export const OriginCheck = z.looseObject({
  status,
  detection_time_intervals: z.int().min(1).max(86_400),
  action: inWords('origin_check_action', z.literal([4, 5])),
  ports: z.array(z.int().min(1).max(65_535)).max(20).default([]),
  fail_check_type: z.int().default(1),
  serial_failure_count: z.int().min(0).default(3),
  failure_ratio_windos: z.int().min(0).default(0),
  /** Percent. */
  failure_ratio: z.int().min(0).max(100).default(0),
});
export type OriginCheck = z.output<typeof OriginCheck>;

export const Source = z.looseObject({
  /** An address or a host name. */
  ip: normalised(normaliseAddress, 'address'),
  port: z.int().min(1).max(65_535),
  protocol: z.string().min(1).max(32),
  weight: z.int().min(1).max(100).default(1),
  line: z.string().max(64).default('default'),
  status,
});
export type Source = z.output<typeof Source>;

/** A service is switched by its id, in a path. */
const service_id = z.string().regex(ID);
const areDistinct = (services: { service_id: string }[]) =>
  new Set(services.map((service) => service.service_id)).size === services.length;

/** The setting `origin`: where requests are sent (DESIGN 5, Domain settings). Keys beyond these are kept. */
export const OriginSetting = z.looseObject({
  services: z
    .array(z.looseObject({ service_id, sources: z.array(Source).min(1).max(20) }))
    .min(1)
    .max(20)
    .refine(areDistinct),
  ping_config: OriginCheck.optional(),
  tcp_configs: OriginCheck.optional(),
  http_configs: OriginCheck.optional(),
});
export type OriginSetting = z.output<typeof OriginSetting>;

/** Every other setting: a JSON object whose `status`, where it has one, says on or off. */
export const SwitchSetting = z.looseObject({ status: status.optional() });

const MAX_SETTING = 65_536;
/** The longest setting twice over: escaped text inside of JSON grows. */
const MAX_BODY = 128 * 1024;
const Settings = z.object({ settings: z.record(z.string(), z.string()) });

/** Settings of a domain. */
export const domainSettings = contract({
  view: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/settings',
    permission: 'guard.domain.view',
    summary: 'Read the settings of a domain, each a JSON document as text',
    data: Settings,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/guard/domains/{id}/settings',
    permission: 'guard.domain.edit',
    summary: 'Change some settings of a domain and leave the others',
    body: z.object({ settings: z.record(z.string(), z.string().max(MAX_SETTING)) }),
    maxBody: MAX_BODY,
    data: nothing,
    audit: { resource: 'domain' },
    errors: [...Object.keys(errors), 'err.guard.origin.last'],
  }),
});
