import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

function whole(min: number, max: number) {
  const isOne = (v: string) => /^\d+$/.test(v) && Number(v) >= min && Number(v) <= max;
  return z.string().refine(isOne, `expected a whole number from ${min} to ${max}`).transform(Number);
}

const port = whole(0, 65_535);
const seconds = whole(1, 31_536_000);
const days = whole(1, 36_500);
const url = (...schemes: string[]) =>
  z
    .string()
    .refine((v) => URL.canParse(v) && schemes.includes(new URL(v).protocol), `expected ${schemes.join(' or ')}//…`);

const cidrs = z
  .string()
  .default('')
  .transform((v) => v.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every((c) => ipaddr.isValidCIDR(c)), 'expected CIDRs such as 10.0.0.0/8, separated by commas')
  .transform((list) => list.map((c) => ipaddr.parseCIDR(c)));

/** Servers to ask for names: addresses, each with a port where it is not 53. */
const resolvers = z
  .string()
  .default('')
  .transform((v) => v.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every(isServer), 'expected addresses such as 9.9.9.9 or 10.0.0.2:5353, separated by commas');

const SERVER = /^(?:\[?([0-9a-fA-F:]+:[0-9a-fA-F:]*|[\d.]+?)\]?)(?::(\d{1,5}))?$/;

function isServer(server: string): boolean {
  const [, host = '', port = '53'] = SERVER.exec(server) ?? [];
  return ipaddr.isValid(host) && Number(port) > 0 && Number(port) < 65_536;
}

/** WeChat service accounts with the token that reads their followers: `id=token`, separated by commas. */
const wxAccounts = z
  .string()
  .default('')
  .transform((v) => v.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every((entry) => /^[^=]+=.+$/.test(entry)), 'expected id=token, separated by commas')
  .transform((list): ReadonlyMap<string, string> => {
    const pairs = list.map(
      (entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)] as const,
    );
    return new Map(pairs);
  });

/** What each DNS provider cannot do without. */
const NEEDED = {
  none: [],
  powerdns: ['DNS_SERVER', 'POWERDNS_API_URL', 'POWERDNS_API_KEY'],
  rfc2136: ['DNS_SERVER', 'DNS_TSIG_KEY'],
} as const;

const Settings = z.object({
  NODE_ENV: z.string().default('production'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((v) => path.resolve(v)),
  PROVISION_FILE: z.string().optional(),
  ADMIN_USER: z.string().min(2).max(255).default('admin'),
  ADMIN_PASSWORD: z.string().min(6).max(72).optional(),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  CLICKHOUSE_URL: url('http:', 'https:').optional(),
  TRUSTED_PROXIES: cidrs,
  SECRET_KEY: z.string().min(32, 'expected at least 32 characters').optional(),
  SECRET_KEY_FILE: z.string().optional(),
  SECRET_KEY_PREVIOUS: z.string().min(32, 'expected at least 32 characters').optional(),
  /** How long a process that shares its store answers on after SIGTERM, until balancers know. */
  DRAIN_S: whole(0, 300).default(5),
  SESSION_IDLE_S: seconds.default(7200),
  SESSION_MAX_S: seconds.default(43_200),
  /** Not set: the audit logs are kept for ever. */
  KEEP_AUDIT_DAYS: days.optional(),
  KEEP_KEY_CALLS_DAYS: days.default(180),
  KEEP_ARTEFACTS_DAYS: days.default(90),
  KEEP_FAILED_JOBS_DAYS: days.default(30),
  KEEP_ALERTS_DAYS: days.default(180),
  KEEP_EVENTS_DAYS: days.default(30),
  // Charts reach back 90 days and read little but rollups.
  KEEP_ROLLUPS_DAYS: days.default(100),
  KEEP_BATCHES_DAYS: days.default(7),
  KEEP_REJECTED_LINES_DAYS: days.default(30),
  /** Whether what the plan of a tenant allows is all that it gets. */
  PLAN_QUOTAS: z
    .enum(['on', 'off'])
    .default('on')
    .transform((v) => v === 'on'),
  CNAME_ZONE: z
    .string()
    .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/, 'expected a domain such as edge.example.net')
    .default('edge.parapet.example'),
  SHADOW_CACHE_ADDR: z
    .string()
    .regex(/^[A-Za-z0-9.:[\]-]{1,255}$/, 'expected an address such as cache.example.net or 10.0.0.9:8080')
    .optional(),
  DNS_RESOLVERS: resolvers,
  /** Where records of domains are written: nowhere, PowerDNS through its HTTP API, or any server by signed updates. */
  DNS_PROVIDER: z.enum(['none', 'powerdns', 'rfc2136']).default('none'),
  /** The authoritative server itself, which is asked whether it answers what was written. */
  DNS_SERVER: z
    .string()
    .refine(isServer, 'expected an address such as 10.0.0.53 or 10.0.0.53:5353')
    .transform((v) => {
      const [, host = '', port = '53'] = SERVER.exec(v) ?? [];
      return { host, port: Number(port) };
    })
    .optional(),
  POWERDNS_API_URL: url('https:', 'http:').optional(),
  POWERDNS_API_KEY: z.string().min(8, 'expected at least 8 characters').optional(),
  DNS_TSIG_KEY: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,255}:[A-Za-z0-9+/]{16,}={0,2}$/, 'expected an hmac-sha256 key as name:base64')
    .transform((v) => {
      const [name = '', secret = ''] = v.split(':');
      return { name, secret: Buffer.from(secret, 'base64') };
    })
    .optional(),
  /** Where nodes are asked whether they answer, and how often, in seconds. */
  NODE_HEALTH_PORT: port.default(443),
  NODE_HEALTH_S: seconds.default(6),
  WX_API_URL: url('https:', 'http:').default('https://api.weixin.qq.com'),
  WX_ACCOUNTS: wxAccounts,
  /** Sends alerts by mail; nobody is sent mail where these are not set. */
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.email('expected an address such as alerts@example.com').optional(),
  /** Whom security.txt names. */
  SECURITY_CONTACT: url('mailto:', 'https:').optional(),
  /** Where `npm run cli:release` puts the command line, and from where it is served. */
  CLI_RELEASE_DIR: z
    .string()
    .default('./cli-release')
    .transform((v) => path.resolve(v)),
  /** What `npm run cli:release` signs with; a server does not need it. */
  CLI_RELEASE_KEY: z
    .string()
    .default('./cli-release.key')
    .transform((v) => path.resolve(v)),
  /** GeoJSON of the boundaries that maps are drawn with; no map without it. */
  MAP_FILE: z.string().min(1).optional(),
  METRICS_TOKEN: z.string().min(16, 'expected at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Every setting there is. */
export const SETTING_NAMES = Object.keys(Settings.shape);

const Environment = Settings.superRefine((given, context) => {
  const missing = NEEDED[given.DNS_PROVIDER].find((name) => given[name] === undefined);
  const message = `needed where DNS_PROVIDER is ${given.DNS_PROVIDER}`;
  if (missing) context.addIssue({ code: 'custom', path: [missing], message });
});

export type Config = Readonly<z.output<typeof Environment>>;

/** A setting that stops the start; the message is one line naming it. */
export class ConfigError extends Error {}

/** Reads and validates the environment (DESIGN 1). Empty values count as unset. Throws ConfigError. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`);
}
