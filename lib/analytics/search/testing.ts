import { type Parapet, startParapet } from '@/test/parapet';
import { loadInto } from '../ingest/load';
import { FIXTURES } from '../testing/load';
import type { EventPage } from './contract';

export const SHOP = 'shop.example.com';
export const PAY = 'pay.example.net';
/** The day of the captured traffic. */
export const day = `stime=${Date.UTC(2026, 10, 20)}&etime=${Date.UTC(2026, 10, 21)}`;

export const filter = (text: string) => `filter=${encodeURIComponent(text)}`;

async function addDomain(parapet: Parapet, as: string, domain: string): Promise<string> {
  const policy = await parapet.call('POST', '/api/guard/policies', { as, body: { name: `for ${domain}` } });
  const src_sites = [{ addr: '192.0.2.10', port: 80, protocol: 'http' }];
  const body = { domain, policy_id: policy.body.data.policy_id, src_sites };
  return (await parapet.call('POST', '/api/guard/domains', { as, body })).body.data.domain_id;
}

/** A Parapet with the captured traffic of a domain of acme and of one of another brand, and its list of events. */
export async function startSearch() {
  const parapet = await startParapet();
  const domains = {
    shop: await addDomain(parapet, 'acme-child', SHOP),
    pay: await addDomain(parapet, 'borealis-root', PAY),
  };
  const target = { url: parapet.url, authorization: `Bearer ${parapet.runtime.localToken}` };
  await loadInto(target, [FIXTURES.access, FIXTURES.audit], { format: 'auto', shiftToNow: false, hostMap: {} });
  const list = (as: string, query = '') =>
    parapet.call('GET', `/api/analytics/events?${day}${query === '' ? '' : `&${query}`}`, { as });
  return {
    ...parapet,
    domains,
    list,
    async found(as: string, query = ''): Promise<EventPage> {
      const answer = await list(as, query);
      if (answer.body.code !== 0) throw new Error(JSON.stringify(answer.body));
      return answer.body.data;
    },
  };
}

export type Searched = Awaited<ReturnType<typeof startSearch>>;
