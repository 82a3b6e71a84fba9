import { deny, READ, secRule } from './sec-rules';

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

/** Values that are inspected: each takes a fifth of a millisecond. */
const VALUES = 1_000;

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
  refuses(200_004, ['&ARGS', `@ge ${VALUES}`], `The request has ${VALUES} values or more, which are not all inspected`),
  ...refusesWhole(200_002, 'REQBODY_ERROR', 'The request body is not what its type says'),
  ...refusesWhole(200_003, 'MULTIPART_STRICT_ERROR', 'The multipart request body can be read in two ways'),
];
