import { join } from 'node:path';
import { type Enricher, openEnricher } from '../enrich/enricher';
import type { EventWithDetails } from '../events/event';
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

/** Reads files as the server would accept them, `shift` ms later. */
export async function readEvents(
  files: readonly string[],
  shift = 0,
  owner: OwnerOf = fixtureOwners,
): Promise<EventWithDetails[]> {
  enricher ??= openEnricher();
  const events: EventWithDetails[] = [];
  for await (const batch of readLogs(files, { format: 'auto' })) {
    for (const line of batch.events) {
      const accepted = acceptLine({ ...line, time: line.time + shift }, enricher, owner);
      if (accepted) events.push(accepted);
    }
  }
  return events;
}

/** Stores files as one batch. */
export async function loadFiles(store: AnalyticsStore, files: readonly string[], shift = 0): Promise<void> {
  serial += 1;
  await store.insert([{ batch_id: `load-${serial}`, events: await readEvents(files, shift), rejected: [] }]);
}
