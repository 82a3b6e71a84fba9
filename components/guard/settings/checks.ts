import { isObject } from '@/components/audit/leaf-changes';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';
import { OriginCheck } from '@/lib/guard/settings/contract';
import { CHECKS } from '@/lib/guard/settings/vocabulary';

export type Kind = (typeof CHECKS)[number];
export type CheckField = keyof typeof OriginCheck.shape;
/** A check as it is typed: a field that is wrong holds what is in its box. */
export type TypedCheck = Readonly<Record<string, unknown>>;

/** The check of one kind in the setting `origin`; undefined where it has none. */
export function checkOf(origin: unknown, kind: Kind): TypedCheck | undefined {
  const check = isObject(origin) ? origin[kind] : undefined;
  return isObject(check) ? check : undefined;
}

export const isCheckOn = (check: TypedCheck | undefined): boolean => check?.status === ENABLE;

/** What a check that was never set begins with: every 30 s, three failures in a row, an alert. */
const newCheck = (ports: readonly number[]): TypedCheck => ({
  status: ENABLE,
  detection_time_intervals: 30,
  action: 4,
  ports,
  fail_check_type: 1,
  serial_failure_count: 3,
  failure_ratio_windos: 0,
  failure_ratio: 0,
});

/** The ports at which the enabled origins take requests, each once; for HTTP only those that speak it. */
function portsOf(origin: Record<string, unknown>, kind: Kind): number[] {
  if (kind === 'ping_config') return [];
  const services = Array.isArray(origin.services) ? origin.services : [];
  const sources = services.flatMap((service) =>
    isObject(service) && Array.isArray(service.sources) ? service.sources : [],
  );
  const watched = sources.filter(
    (source) => source.status === ENABLE && (kind === 'tcp_configs' || /^https?$/.test(source.protocol)),
  );
  return [...new Set<number>(watched.map((source) => source.port))].slice(0, 20);
}

/** The setting with one check changed; undefined takes the check away. */
export function withCheck(origin: unknown, kind: Kind, check: TypedCheck | undefined): Record<string, unknown> {
  const { [kind]: _, ...rest } = isObject(origin) ? origin : {};
  return check === undefined ? rest : { ...rest, [kind]: check };
}

/** The setting with one check switched. Off, its fields are those that are stored, or it is gone if none are. */
export function withCheckOn(origin: unknown, stored: unknown, kind: Kind, on: boolean): Record<string, unknown> {
  const setting = isObject(origin) ? origin : {};
  const check = checkOf(setting, kind);
  if (on) return withCheck(setting, kind, check ? { ...check, status: ENABLE } : newCheck(portsOf(setting, kind)));
  const before = checkOf(stored, kind);
  return withCheck(setting, kind, before && { ...before, status: DISABLE });
}

/** The fields of a check that the API would refuse. */
export function wrongFields(check: TypedCheck): CheckField[] {
  const { error } = OriginCheck.safeParse(check);
  return [...new Set(error?.issues.map((issue) => issue.path[0] as CheckField))];
}

/** Whether a check that is on has a field that the API would refuse. */
export const hasWrongCheck = (origin: unknown): boolean =>
  CHECKS.some((kind) => {
    const check = checkOf(origin, kind);
    return check !== undefined && isCheckOn(check) && wrongFields(check).length > 0;
  });

/** Ports as they are typed, with commas or spaces between; what is no port stays as text. */
export const portsIn = (text: string): (number | string)[] =>
  text
    .split(/[\s,，、]+/u)
    .filter((part) => part !== '')
    .map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : part));
