import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventVO } from './contract';
import { day, filter, PAY, type Searched, SHOP, startSearch } from './testing';

let world: Searched;
beforeAll(async () => {
  world = await startSearch();
});
afterAll(() => world.close());

describe('a file of events', () => {
  const file = (as: string, query = '') =>
    world.call('GET', `/api/analytics/events/export?${day}${query === '' ? '' : `&${query}`}`, { as });
  const eventsIn = (text: string): EventVO[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('has every event that the list has, in its order, however many pieces that takes', async () => {
    const { total } = await world.found('acme-root');
    expect(total).toBeGreaterThan(2_000);
    const events = eventsIn((await file('acme-root', 'format=ndjson')).body);
    expect(events).toHaveLength(total);
    expect(new Set(events.map((event) => event.event_id)).size).toBe(total);
    expect(events.slice(0, 100)).toEqual((await world.found('acme-root', 'size=100')).list);
    const page = Math.floor(total / 100);
    expect(events.slice((page - 1) * 100, page * 100)).toEqual(
      (await world.found('acme-root', `size=100&page=${page}`)).list,
    );
  });

  it('goes on within one millisecond', async () => {
    const time = Date.UTC(2026, 10, 22);
    const events = Array.from({ length: 2_500 }, (_, i) => ({
      time,
      host: SHOP,
      status: 200,
      request_id: `same-${i}`,
    }));
    await world.call('POST', '/api/analytics/events', { as: 'acme-support', body: { batch_id: 'same', events } });
    const path = `/api/analytics/events/export?format=ndjson&stime=${time}&etime=${time + 60_000}`;
    const sent = eventsIn((await world.call('GET', path, { as: 'acme-root' })).body);
    expect(new Set(sent.map((event) => event.request_id)).size).toBe(2_500);
    expect(sent).toHaveLength(2_500);
  });

  it('takes the filters of the list, as CSV that no spreadsheet runs', async () => {
    const time = Date.UTC(2026, 10, 23);
    const event = {
      time,
      host: SHOP,
      status: 200,
      request_id: 'formula',
      user_agent: '=HYPERLINK("http://x")',
      path: '/é',
    };
    await world.call('POST', '/api/analytics/events', {
      as: 'acme-support',
      body: { batch_id: 'csv', events: [event] },
    });
    const path = `/api/analytics/events/export?stime=${time}&etime=${time + 1}&keyword=hyper`;
    const answer = await world.call('GET', path, { as: 'acme-root' });
    const [head, line, ...more] = String(answer.body).replace('\ufeff', '').trimEnd().split('\r\n');
    expect(head?.split(',')).toEqual(
      ['time', ...Object.keys(EventVO.shape).filter((name) => name !== 'time')].map((name) => `"${name}"`),
    );
    expect(line).toContain('"2026-11-23T00:00:00.000Z"');
    expect(line).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(line).toContain('"/é"');
    expect(more).toEqual([]);
  });

  it('has nothing of others, asks for its permission and refuses what the list refuses', async () => {
    expect(eventsIn((await file('borealis-root', 'format=ndjson')).body).every(({ host }) => host === PAY)).toBe(true);
    expect((await file('acme-viewer', 'format=ndjson')).body).toBe('');
    expect((await file('acme-root', `domain_id=${world.domains.pay}`)).status).toBe(404);
    expect((await world.call('GET', '/api/analytics/events/export')).status).toBe(401);
    expect((await file('acme-editor')).status).toBe(403);
    for (const [query, field] of [
      ['format=xlsx', 'format'],
      [filter('nope:1'), 'filter.0.dimension'],
      ['stime=10&etime=5', 'etime'],
    ]) {
      const answer = await world.call('GET', `/api/analytics/events/export?${query}`, { as: 'acme-root' });
      expect([answer.status, answer.body.data.field], query).toEqual([400, field]);
    }
  });
});
