import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';
import type { OriginSetting, Source } from '@/lib/guard/settings/contract';

/** Where an origin is in the setting `origin`. */
export type Place = { service: number; source: number };
/** An origin with its place and the service that the API finds it by. */
export type OriginRow = Place & { key: string; service_id: string; origin: Source };

/** The setting `origin` out of a domain's settings; one that cannot be read has no services. */
export function readOrigin(settings: Readonly<Record<string, string>>): OriginSetting {
  try {
    const setting = JSON.parse(settings.origin ?? '{}') as Partial<OriginSetting>;
    return { ...setting, services: Array.isArray(setting.services) ? setting.services : [] };
  } catch {
    return { services: [] };
  }
}

/** Every origin in the order it is stored. */
export function originRows({ services }: OriginSetting): OriginRow[] {
  return services.flatMap(({ service_id, sources }, service) =>
    sources.map((origin, source) => ({ service, source, key: `${service}.${source}`, service_id, origin })),
  );
}

export const isEnabled = (origin: Source): boolean => origin.status === ENABLE;

/** Only these can be prechecked, and one of them must stay enabled (spec 4.5). */
export const isOrdinary = (origin: Source): origin is Source & { protocol: 'http' | 'https' } =>
  origin.protocol === 'http' || origin.protocol === 'https';

type SourcesChange = (sources: readonly Source[]) => Source[];

/** The setting with the sources of one service changed and every other key as it was. */
function changed(setting: OriginSetting, service: number, change: SourcesChange): OriginSetting {
  const services = setting.services.map((one, at) => (at === service ? { ...one, sources: change(one.sources) } : one));
  return { ...setting, services: services.filter((one) => one.sources.length > 0) };
}

/** With another origin at the end of a service. */
export const withAdded = (setting: OriginSetting, service: number, origin: Source): OriginSetting =>
  changed(setting, service, (sources) => [...sources, origin]);

/** With one origin replaced; keys that the console does not know stay. */
export const withEdited = (setting: OriginSetting, { service, source }: Place, origin: Source): OriginSetting =>
  changed(setting, service, (sources) => sources.map((one, at) => (at === source ? { ...one, ...origin } : one)));

/** Without one origin, and without its service where that was the last. */
export const withRemoved = (setting: OriginSetting, { service, source }: Place): OriginSetting =>
  changed(setting, service, (sources) => sources.filter((_, at) => at !== source));

/** With the origins switched that the API would switch: same service, address, port and line (spec 4.5). */
export function withStatus(setting: OriginSetting, row: OriginRow, on: boolean): OriginSetting {
  const { ip, port, line } = row.origin;
  return changed(setting, row.service, (sources) =>
    sources.map((one) =>
      one.ip === ip && one.port === port && one.line === line ? { ...one, status: on ? ENABLE : DISABLE } : one,
    ),
  );
}

/** Whether an origin still is where it was seen, as it was seen. */
export function isAtPlace({ services }: OriginSetting, { service, source, service_id, origin }: OriginRow): boolean {
  const found = services[service];
  return found?.service_id === service_id && JSON.stringify(found.sources[source]) === JSON.stringify(origin);
}
