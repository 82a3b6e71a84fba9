import { v7 as uuid } from 'uuid';
import type { OriginSetting } from '@/lib/guard/settings/contract';
import { type Origin, SWITCHES, type Switch } from './contract';
import { DISABLE, ENABLE } from './vocabulary';

/** Settings of a domain by key; each value is a JSON document as text (DESIGN 5). */
export type Settings = Record<string, string>;

/** What protects a new domain from the first request on; bot rules and the cache change answers, so they wait. */
const AT_FIRST: Record<Switch, string> = { waf: ENABLE, cc: ENABLE, acl: ENABLE, bot: DISABLE, cache: DISABLE };

/** Every setting of a new domain, its origins included. An origin given twice counts once, as first given. */
export function newSettings(origins: readonly Origin[]): Settings {
  const switches = SWITCHES.map((key) => [key, JSON.stringify({ status: AT_FIRST[key] })]);
  return {
    ...Object.fromEntries(switches),
    guard_weak_password_setting: JSON.stringify({ status: DISABLE }),
    origin: JSON.stringify(originConfig(origins)),
  };
}

function originConfig(origins: readonly Origin[]): OriginSetting {
  const distinct = new Map<string, Origin>();
  for (const origin of origins) {
    const key = `${origin.protocol} ${origin.addr} ${origin.port}`;
    if (!distinct.has(key)) distinct.set(key, origin);
  }
  const sources = [...distinct.values()].map(({ addr, port, protocol, weight }) => ({
    ip: addr,
    port,
    protocol,
    weight,
    line: 'default',
    status: ENABLE,
  }));
  return { services: [{ service_id: uuid(), sources }] };
}

/** 1 where a setting's `status` says enable; what cannot be read is off. */
export function switchesOf(settings: Settings): Record<Switch, number> {
  const isOn = (key: Switch) => Number(statusOf(settings[key]) === ENABLE);
  return { waf: isOn('waf'), cc: isOn('cc'), acl: isOn('acl'), bot: isOn('bot'), cache: isOn('cache') };
}

const statusOf = (value: string | undefined): unknown =>
  value === undefined ? undefined : (parsed(value) as { status?: unknown } | null)?.status;

/** Settings as what they say, key by key. */
export function readable(settings: Settings): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, parsed(value)]));
}

/** One that is no JSON stays the text it is. */
function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The addresses of a domain's origins, each once. */
export function originAddresses(settings: Settings): string[] {
  return [...new Set(originsOf(settings).services.flatMap((service) => service.sources.map((source) => source.ip)))];
}

/** The setting `origin`; one that says nothing of services has none. */
export function originsOf(settings: Settings): OriginSetting {
  const origin = (readable(settings).origin ?? {}) as Partial<OriginSetting>;
  return { ...origin, services: origin.services ?? [] };
}
