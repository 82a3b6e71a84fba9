import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '@/lib/i18n/locales';
import { DNS_FAULTS } from './fault';

/** The choices that a text makes by the fault. */
const said = (text: string) => [...text.matchAll(/(\w+_\w+|other) \{/g)].map(([, code]) => code);

describe.each(LOCALES)('what may be wrong with a DNS server, in %s', (locale) => {
  const { affair, err } = JSON.parse(readFileSync(`messages/${locale}/guard/schedules.json`, 'utf8'));

  it('has words of its own each, in tasks', () => {
    expect(said(affair.fault)).toEqual(DNS_FAULTS);
  });

  it('has the same words where a question to the server is refused', () => {
    const asked = [...DNS_FAULTS.filter((fault) => fault.startsWith('query_')), 'other'];
    expect(said(err.guard.schedule.dns_unavailable)).toEqual(asked);
    for (const [branch] of err.guard.schedule.dns_unavailable.matchAll(/query_\w+ \{[^}]*\}?[^{]*\}/g))
      expect(affair.fault).toContain(branch);
  });
});
