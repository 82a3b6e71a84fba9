import { type ARGUMENTS, deny, READ, secRule } from './sec-rules';

/** Numbers of the rules below, which go with the OWASP rules; ModSecurity's own configuration numbers them so. */
export const BODY_RULES = '200000-200099';

const reads = (id: number, types: string, processor: string) =>
  secRule('REQUEST_HEADERS:Content-Type', `@rx (?i)^${types}`, [
    ...[`id:${id}`, 'phase:1', 'pass', 'nolog'],
    `ctl:requestBodyProcessor=${processor}`,
  ]);

const WHOLE = secRule('INBOUND_DATA_ERROR', '@eq 0', ['t:none']);

const refuses = (id: number, [variable, operator]: readonly [string, string], said: string, ...more: string[]) =>
  secRule(variable, operator, [`id:${id}`, 'phase:2', ...deny(400), `msg:'${said}'`, ...more]);

/** Refuses what ModSecurity and an origin may read in two ways, unless that comes from the end that is not read. */
const refusesWhole = (id: number, variable: string, said: string) => [
  refuses(id, [variable, '!@eq 0'], said, 'chain'),
  WHOLE,
];

/**
 * Core rules that ModSecurity's multiMatch has say each match with all before it, so that as many values as may be inspected take seconds and an
 * audit line of megabytes. Where there are many, those that such a rule matches are counted first, which refuses what it would have refused.
 * Each kind has two numbers: one that counts, and one among the core rules of its class.
 */
const REPEATED = [
  [200_005, 942_990, '@detectSQLi', ['t:utf8toUnicode', 't:urlDecodeUni', 't:removeNulls'], 'SQL'],
  [200_006, 930_990, '@rx (?:^|[\\x5c/])[.][.](?:[\\x5c/]|$)', ['t:utf8toUnicode', 't:urlDecodeUni'], 'paths'],
  [
    200_007,
    934_990,
    '@rx (?:eval|Function|fromCharCode)\\s*\\(|_js_function|this[.]constructor',
    ['t:urlDecodeUni'],
    'scripts',
  ],
] as const;
const MANY = 100;
const SUSPECT = 50;

const repeated = ([counts, id, operator, transforms, what]: (typeof REPEATED)[number]): string[] => [
  secRule('&ARGS', `@gt ${MANY}`, [`id:${counts}`, 'phase:2', 'pass', 'nolog', 't:none', 'chain']),
  secRule('ARGS|ARGS_NAMES', operator, ['t:none', ...transforms, `setvar:tx.parapet_${id}=+1`]),
  secRule(`TX:parapet_${id}`, `@gt ${SUSPECT}`, [
    ...[`id:${id}`, 'phase:2', 't:none', ...deny(403)],
    ...["severity:'CRITICAL'", `msg:'More than ${SUSPECT} values of the request look like ${what}'`],
  ]),
];

/** Values that are inspected: each takes a fifth of a millisecond. */
const VALUES = 1_000;

/** Has a request refused whose values of a collection are not all there to be asked. */
export const refusesMany = (id: number, collection: 'ARGS' | typeof ARGUMENTS, phase: 1 | 2): string =>
  secRule(`&${collection}`, `@ge ${VALUES}`, [
    ...[`id:${id}`, `phase:${phase}`, ...deny(400)],
    `msg:'The request has ${VALUES} values or more, which are not all inspected'`,
  ]);

/** Types of bodies that are read: those that the core rules let through by themselves, without `multipart/related`, of which nothing is. */
export const READ_TYPES = [
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/xml',
  'application/xml',
  'application/soap+xml',
  'application/json',
  'application/cloudevents+json',
  'application/cloudevents-batch+json',
] as const;

/** What the OWASP rules ask of bodies: by itself ModSecurity looks into forms alone. */
export const BODIES: readonly string[] = [
  'SecRequestBodyAccess On',
  `SecRequestBodyLimit ${READ}`,
  `SecRequestBodyNoFilesLimit ${READ}`,
  'SecRequestBodyLimitAction ProcessPartial',
  'SecRequestBodyJsonDepthLimit 512',
  `SecArgumentsLimit ${VALUES}`,
  reads(200_000, '(?:application/(?:[a-z0-9.-]+\\+)?|text/)xml', 'XML'),
  reads(200_001, 'application/(?:[a-z0-9.-]+\\+)?json', 'JSON'),
  // By itself ModSecurity reads nothing of a body that says no type, which many origins read all the same.
  secRule('&REQUEST_HEADERS:Content-Type', '@eq 0', [
    ...['id:200008', 'phase:1', 'pass', 'nolog', 'ctl:requestBodyProcessor=URLENCODED'],
  ]),
  refusesMany(200_004, 'ARGS', 2),
  ...REPEATED.flatMap(repeated),
  ...refusesWhole(200_002, 'REQBODY_ERROR', 'The request body is not what its type says'),
  ...refusesWhole(200_003, 'MULTIPART_STRICT_ERROR', 'The multipart request body can be read in two ways'),
];
