import { DomainInput } from '@/lib/guard/domains/contract';

/** What was pasted in which line, and the domain it represents in its one written form; undefined where it is none. */
export type DomainEntry = { line: number; text: string; domain: string | undefined };

/** An address as a browser shows it, cut down to its host. */
const hostOf = (text: string) => text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[/?#].*$/, '');

/** Domains as people paste them: one per line, or with commas or blanks between; whole addresses count as their host. */
export function domainEntries(pasted: string): DomainEntry[] {
  return pasted.split('\n').flatMap((row, i) =>
    row
      .split(/[\s,;，；、]+/)
      .filter((text) => text !== '')
      .map((text) => ({ line: i + 1, text, domain: DomainInput.shape.domain.safeParse(hostOf(text)).data })),
  );
}

/** The domains of pasted entries, each once; how many entries repeat an earlier one, and which are none. */
export function sortedOut(entries: readonly DomainEntry[]) {
  const named = entries.flatMap(({ domain }) => domain ?? []);
  const distinct = [...new Set(named)];
  return {
    domains: distinct,
    repeated: named.length - distinct.length,
    wrong: entries.flatMap(({ line, text, domain }) => (domain === undefined ? [{ line, text }] : [])),
  };
}
