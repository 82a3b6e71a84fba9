import { join } from 'node:path';
import { openCountries } from '../enrich/country';
import { type Enricher, openEnricher } from '../enrich/enricher';
import type { EventLine, EventWithDetails } from '../events/event';
import { acceptLine, type OwnerOf } from '../ingest/accept';
import { readLogs } from '../ingest/read';
import type { AnalyticsStore } from '../store/store';

const TRAFFIC = join(import.meta.dirname, '../../../fixtures/traffic');

/** The captured traffic (fixtures/traffic). */
export const FIXTURES = {
  access: join(TRAFFIC, 'nginx-access.json.gz'),
  audit: join(TRAFFIC, 'modsecurity-audit.json.gz'),
  combined: join(TRAFFIC, 'apache-combined.log.gz'),
};

const acme = (domain_id: string) => ({ oem_id: 'acme', domain_id });

/** Owners of the captured hosts: two OEMs, a wildcard, the rest nobody's. */
export const fixtureOwners: OwnerOf = (host) => {
  if (host === 'shop.example.com') return acme('d-shop');
  if (host.endsWith('.example.com')) return acme('d-wild');
  return host === 'pay.example.net' ? { oem_id: 'other', domain_id: 'd-pay' } : { oem_id: '', domain_id: '' };
};

let enricher: Enricher | undefined;
let serial = 0;

const parsed = new Map<string, Promise<EventLine[]>>();

async function linesOf(files: readonly string[]): Promise<EventLine[]> {
  const lines: EventLine[] = [];
  for await (const { events } of readLogs(files, { format: 'auto' })) lines.push(...events);
  return lines;
}

/** Reads files as the server would accept them, `shift` ms later. Parsed once per process. */
export async function readEvents(
  files: readonly string[],
  shift = 0,
  owner: OwnerOf = fixtureOwners,
): Promise<EventWithDetails[]> {
  enricher ??= openEnricher(openCountries());
  const opened = enricher;
  const key = files.join();
  const lines = parsed.get(key) ?? linesOf(files);
  parsed.set(key, lines);
  return (await lines).flatMap((line) => acceptLine({ ...line, time: line.time + shift }, opened, owner) ?? []);
}

/** Stores files as one batch. */
export async function loadFiles(store: AnalyticsStore, files: readonly string[], shift = 0): Promise<void> {
  serial += 1;
  await store.insert([{ batch_id: `load-${serial}`, events: await readEvents(files, shift), rejected: [] }]);
}
