import type { Attack, Target } from '../attack';

const EVENTS = '/api/analytics/events';
/** Events to search for each second that the attack may last. */
const LINES_A_SECOND = 1_250;
const AT_ONCE = 12;
const FOLLOWERS = 12;

async function store(target: Target): Promise<void> {
  const now = Date.now();
  const line = (i: number) => JSON.stringify({ time: now - i, host: 'nobody.example', path: `/${i}`, status: 200 });
  const lines = Array.from({ length: target.seconds * LINES_A_SECOND }, (_, i) => line(i)).join('\n');
  await target.call('POST', EVENTS, { as: 'acme-support', body: { batch_id: `searched-${now}`, lines } });
}

export const attack: Attack = {
  name: 'event-search',
  promises: "Searches that find nothing, followers and files of events do not keep another brand's events waiting.",
  async run(target) {
    await store(target);
    const read = async (what: string, path: string) =>
      target.expectAnswer(await target.call('GET', EVENTS + path, { as: 'acme-support' }), [200], what);
    const search = async (_: unknown, sender: number) => {
      for (let i = 0; target.goesOn(); i++) {
        // Another text each time, which no event has.
        await read('a search', `?keyword=absent-${sender}-${i}&range=last_90d&size=100`);
        if (i % 4 === 0) await read('a file', '/export?range=last_90d&format=ndjson');
      }
    };
    const follow = async () => {
      while (target.goesOn()) await read('what follows', '?size=100');
    };
    const flood = [...Array.from({ length: AT_ONCE }, search), ...Array.from({ length: FOLLOWERS }, follow)];
    do {
      const other = await target.call('GET', `${EVENTS}?size=20`, { as: 'borealis-root' });
      target.expect(other.status === 200, `another brand's list of events is answered (${other.status})`);
    } while (target.goesOn());
    await Promise.all(flood);
  },
};
