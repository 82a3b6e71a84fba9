type Origin = { services?: { sources: { ip: string }[] }[] } | null;

/** The addresses that the setting `origin` of a domain named when migration 0019 was made, each once. */
export function originAddresses(setting: string): string[] {
  const services = (read(setting) as Origin)?.services ?? [];
  return [...new Set(services.flatMap((service) => service.sources.map((source) => source.ip)))];
}

/** One that is no JSON names none. */
function read(setting: string): unknown {
  try {
    return JSON.parse(setting);
  } catch {
    return {};
  }
}
