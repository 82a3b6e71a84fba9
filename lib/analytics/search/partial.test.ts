import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Searched, startSearch } from './testing';

/** Each query of the store takes so long on the clock, so that a search comes through a part of its day. */
const QUERY_MS = 700;

let world: Searched;
beforeAll(async () => {
  world = await startSearch();
});
afterAll(() => world.close());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { store } = world.runtime.analytics;
  const query = store.query.bind(store);
  vi.spyOn(store, 'query').mockImplementation((...asked) => {
    vi.advanceTimersByTime(QUERY_MS);
    return query(...asked);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const SEARCHED = 'keyword=shop&size=100';

async function whole(query: string) {
  vi.restoreAllMocks();
  const page = await world.found('acme-root', query);
  expect(page.searched_until).toBeNull();
  return page;
}

describe('a search that is not through in its time', () => {
  it.each(['desc', 'asc'])(
    'has what it found until then, and goes on by cursor without leaving anything out: %s',
    async (order) => {
      const query = `${SEARCHED}&order=${order}`;
      const first = await world.found('acme-root', query);
      expect(first.searched_until).not.toBeNull();
      expect(first.list.length).toBeLessThan(100);
      expect(first.total).toBe(first.list.length);
      const until = Number(first.searched_until);
      for (const { time } of first.list) expect(order === 'desc' ? time >= until : time < until).toBe(true);

      const ids = first.list.map(({ event_id }) => event_id);
      for (let cursor = first.next_cursor; cursor !== ''; ) {
        const page = await world.found('acme-root', `${query}&cursor=${cursor}`);
        ids.push(...page.list.map(({ event_id }) => event_id));
        cursor = page.next_cursor;
      }
      const all: string[] = [];
      let page = await whole(query);
      for (;;) {
        all.push(...page.list.map(({ event_id }) => event_id));
        if (page.next_cursor === '') break;
        page = await whole(`${query}&cursor=${page.next_cursor}`);
      }
      expect(all.length).toBeGreaterThan(100);
      expect(ids).toEqual(all);
    },
  );

  it('counts over time up to where it came, the newest first', async () => {
    const [newest] = (await world.found('acme-root', 'size=1')).list;
    const etime = Number(newest?.time) + 1;
    const path = `/api/analytics/events/density?stime=${etime - 86_400_000}&etime=${etime}&keyword=shop`;
    const density = async () => (await world.call('GET', path, { as: 'acme-root' })).body.data;
    const { chart, searched_until } = await density();
    expect(chart.meta.partial).toBe(true);
    vi.restoreAllMocks();
    const all = await density();
    expect(all).toMatchObject({ searched_until: null, chart: { meta: { partial: false } } });
    const since = Math.ceil(searched_until / 300_000) * 300_000;
    const counted = (rows: { time: number }[]) => rows.filter(({ time }) => time >= since);
    expect(counted(chart.rows)).toEqual(counted(all.chart.rows));
    expect(counted(chart.rows).length).toBeGreaterThan(0);
  });

  it('is partial also where it came through a window that begins before what is kept', async () => {
    vi.restoreAllMocks();
    vi.spyOn(world.runtime.config, 'KEEP_EVENTS_DAYS', 'get').mockReturnValue(30);
    const etime = Date.now();
    const path = `/api/analytics/events/density?stime=${etime - 80 * 86_400_000}&etime=${etime}&keyword=shop`;
    const { chart, searched_until } = (await world.call('GET', path, { as: 'acme-root' })).body.data;
    expect([searched_until, chart.meta.partial]).toEqual([null, true]);
  });

  it('is read in parts where a rollup counts it that does not say when it was', async () => {
    const query = 'filter=cache_status%3Anone;path!%3A/nowhere&size=100';
    const page = await world.found('acme-root', query);
    expect(page.searched_until).not.toBeNull();
    expect(page.total).toBeLessThan((await whole(query)).total);
  });

  it('is whole where rollups count it', async () => {
    const page = await world.found('acme-root', 'filter=action%3Ablock');
    expect(page.searched_until).toBeNull();
    expect(page.total).toBeGreaterThan(0);
  });
});
