import { join } from 'node:path';
import type { EventLine, EventWithDetails } from '../events/event';
import { acceptLine, type OwnerOf } from '../ingest/accept';
import { readLogs } from '../ingest/read';
import type { AnalyticsStore } from '../store/store';
import { testEnricher } from './accept';
import { batchOf } from './batch';

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
  const key = files.join();
  const lines = parsed.get(key) ?? linesOf(files);
  parsed.set(key, lines);
  return (await lines).flatMap((line) => {
    const item = acceptLine({ ...line, time: line.time + shift }, testEnricher(), owner);
    return typeof item === 'string' ? [] : item;
  });
}

/** Stores files as one batch. */
export async function loadFiles(store: AnalyticsStore, files: readonly string[], shift = 0): Promise<void> {
  await store.insert([batchOf(await readEvents(files, shift))]);
}
