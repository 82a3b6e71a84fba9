import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventVO, MatchVO } from './contract';
import { filter, type Searched, startSearch } from './testing';

let world: Searched;
beforeAll(async () => {
  world = await startSearch();
});
afterAll(() => world.close());

describe('the rules that matched an event', () => {
  const matches = (as: string, event_id: string) =>
    world.call('GET', `/api/analytics/events/${event_id}/matches`, { as });

  async function attackOn(as: string): Promise<EventVO> {
    const [event] = (await world.found(as, `${filter('action:block')}&size=1`)).list;
    if (!event) throw new Error('the captured traffic has no attack');
    return event;
  }

  it('has each of them, the most severe first', async () => {
    const event = await attackOn('acme-root');
    const { list: rules } = (await matches('acme-root', event.event_id)).body.data;
    expect(rules.length).toBeGreaterThan(1);
    expect(rules.map((rule: MatchVO) => rule.rule_id)).toContain(event.rule_id);
    const ranks = rules.map(({ severity }: MatchVO) => severity || 99);
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    expect(rules[0].message).not.toBe('');
  });

  it('is told apart from those of other requests, and is empty where no rule matched', async () => {
    const [calm] = (await world.found('acme-root', `${filter('action:pass')}&size=1`)).list;
    expect((await matches('acme-root', calm?.event_id ?? '')).body.data).toEqual({ list: [] });
  });

  it('answers for an event that the caller does not see as for none', async () => {
    const event = await attackOn('borealis-root');
    expect((await matches('borealis-root', event.event_id)).body.data.list).not.toEqual([]);
    const none = await matches('acme-root', '0123456789abcdef');
    for (const as of ['acme-root', 'acme-support', 'acme-viewer']) {
      const answer = await matches(as, event.event_id);
      expect([answer.status, answer.body], as).toEqual([200, none.body]);
    }
  });

  it('asks for its permission, and for an id', async () => {
    expect((await world.call('GET', '/api/analytics/events/0123456789abcdef/matches')).status).toBe(401);
    expect((await matches('acme-editor', '0123456789abcdef')).status).toBe(403);
    for (const wrong of ['1', '0123456789ABCDEF', '0123456789abcdeg', "0'%20OR%201=1"]) {
      expect((await matches('acme-root', wrong)).status, wrong).toBe(404);
    }
  });
});

describe('one event', () => {
  const read = (as: string, id: string) => world.call('GET', `/api/analytics/events/${id}`, { as });

  it('is read by its id as the list has it', async () => {
    for (const as of ['acme-root', 'acme-child', 'acme-support', 'borealis-root']) {
      const [event] = (await world.found(as, 'size=1')).list;
      expect((await read(as, event?.event_id ?? '')).body.data, as).toEqual(event);
    }
  });

  it('is not found where it is not theirs, exactly as one that does not exist', async () => {
    const [event] = (await world.found('borealis-root', 'size=1')).list;
    const none = await read('acme-root', '0123456789abcdef');
    expect([none.status, none.body.err_key]).toEqual([404, 'err.not_found']);
    for (const as of ['acme-root', 'acme-support', 'acme-viewer']) {
      const answer = await read(as, event?.event_id ?? '');
      expect([answer.status, answer.body], as).toEqual([404, none.body]);
    }
    const [unowned] = (await world.found('acme-support', `${filter('host:www.example.com')}&size=1`)).list;
    expect((await read('acme-support', unowned?.event_id ?? '')).status).toBe(200);
    expect((await read('acme-root', unowned?.event_id ?? '')).body).toEqual(none.body);
  });

  it('asks for its permission, and for an id', async () => {
    expect((await world.call('GET', '/api/analytics/events/0123456789abcdef')).status).toBe(401);
    expect((await read('acme-editor', '0123456789abcdef')).status).toBe(403);
    for (const wrong of ['1', '0123456789ABCDEF', '0123456789abcdeg', "0'%20OR%201=1"]) {
      expect((await read('acme-root', wrong)).status, wrong).toBe(404);
    }
  });
});
