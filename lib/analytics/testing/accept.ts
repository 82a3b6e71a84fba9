import { openCountries } from '../enrich/country';
import { type Enricher, openEnricher } from '../enrich/enricher';
import type { EventLine, EventWithDetails } from '../events/event';
import { acceptLine, type OwnerOf } from '../ingest/accept';

let enricher: (() => Enricher) | undefined;

/** Enriches one batch; the offline databases are opened once per process. */
export function testEnricher(): Enricher {
  enricher ??= openEnricher(openCountries());
  return enricher();
}

/** A line as the server would accept it. Throws when it would not. */
export function accepted(line: EventLine, ownerOf: OwnerOf): EventWithDetails {
  const item = acceptLine(line, testEnricher(), ownerOf);
  if (typeof item === 'string') throw new Error(item);
  return item;
}
