import { describe, expect, it, vi } from 'vitest';
import { Turns, type WhenOver } from './turns';

const loopTurn = () => new Promise((resolve) => setImmediate(resolve));

it('begins the first at once, then one in each turn of the event loop', async () => {
  const turns = new Turns();
  let begun = 0;
  for (let i = 0; i < 10; i++) turns.next('one').then(() => begun++);
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toBe(1);
  await loopTurn();
  await loopTurn();
  expect(begun).toBeLessThanOrEqual(4);
  while (begun < 10) await loopTurn();
});

it('begins a newcomer before the rest of whoever sent many', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const all = Array.from({ length: 100 }, () => turns.next('many').then(() => order.push('many')));
  await loopTurn();
  all.push(turns.next('newcomer').then(() => order.push('newcomer')));
  await Promise.all(all);
  expect(order).toHaveLength(101);
  expect(order.indexOf('newcomer')).toBeLessThan(10);
});

it('gives whose turns are short as many of them as take as long as one of whoever has long ones', async () => {
  const turns = new Turns();
  const went: string[] = [];
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const sliced = async (sender: string, ms: number) => {
    for (let i = 0; i < 10; i++) {
      await turns.next(sender);
      went.push(sender);
      vi.mocked(performance.now).mockReturnValue(performance.now() + ms);
    }
  };
  await Promise.all([sliced('long', 20), sliced('short', 2)]);
  vi.restoreAllMocks();
  expect(went.lastIndexOf('short')).toBeLessThan(13);
});

it('drops what waits for somebody who hung up, and begins the next', async () => {
  const turns = new Turns();
  const begun: string[] = [];
  let hangUp = () => {};
  const run = (name: string, whenOver?: WhenOver) => turns.run('one', async () => begun.push(name), whenOver);
  const first = run('first');
  const hangsUp = run('hangs up', (callback) => {
    hangUp = callback;
  });
  const gone = [hangsUp, run('left before', (callback) => callback())].map((one) =>
    expect(one).rejects.toMatchObject({ errKey: 'err.request.timeout' }),
  );
  const last = run('last', () => undefined);
  hangUp();
  await Promise.all([first, ...gone, last]);
  expect(begun).toEqual(['first', 'last']);
});

it('begins anything at once again when nothing waits', async () => {
  const turns = new Turns();
  await Promise.all(Array.from({ length: 20 }, () => turns.next('one')));
  await loopTurn();
  await loopTurn();
  let begun = false;
  turns.next('one').then(() => {
    begun = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toBe(true);
});

it('leaves turns of who opens many connections to these while they come', async () => {
  const turns = new Turns();
  // These come in no time, also where the machine takes a while.
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  let begun = 0;
  for (let i = 0; i < 9; i++) turns.accepted('one');
  turns.next('one').then(() => begun++);
  await loopTurn();
  expect(begun).toBe(0);
  await loopTurn();
  await loopTurn();
  expect(begun).toBe(1);
  vi.restoreAllMocks();
});

it('lets others begin while somebody opens connections, for a part of that time', async () => {
  const turns = new Turns();
  let now_ms = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now_ms);
  const begun: string[] = [];
  const ask = (sender: string) =>
    turns.next(sender).then(() => {
      begun.push(sender);
      now_ms += 2;
    });
  const all = [];
  for (let i = 0; i < 8; i++) {
    turns.accepted('other');
    turns.accepted('many');
  }
  for (let i = 0; i < 4; i++) {
    turns.accepted('many');
    all.push(ask('many'));
    all.push(ask('other'));
    await loopTurn();
  }
  expect(begun).toEqual(['other', 'other']);
  now_ms += 8;
  await Promise.all(all);
  vi.restoreAllMocks();
});

it('begins requests however many connections come', async () => {
  const turns = new Turns();
  let begun = 0;
  for (let i = 0; i < 3; i++) turns.next('one').then(() => begun++);
  const until = performance.now() + 2_000;
  while (begun < 3 && performance.now() < until) {
    turns.accepted('one');
    await loopTurn();
  }
  expect(begun).toBe(3);
});

describe('requests under way', () => {
  /** So many requests of a sender that end when told; answers how many have begun. */
  function start(turns: Turns, sender: string, count: number) {
    let begun = 0;
    let resolve = () => {};
    const ended = new Promise<void>((done) => {
      resolve = done;
    });
    const works = Array.from({ length: count }, () =>
      turns.run(sender, () => {
        begun++;
        return ended;
      }),
    );
    return { begun: () => begun, end: () => Promise.all([resolve(), ...works]) };
  }
  const loopTurns = async (count: number) => {
    for (let i = 0; i < count; i++) await loopTurn();
  };

  it('are as many as a sender likes while nobody else is there', async () => {
    const turns = new Turns();
    // Somebody else who left long ago.
    await turns.run('other', async () => {});
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_000);
    await turns.run('many', async () => {});
    vi.mocked(performance.now).mockReturnValue(performance.now() + 2_000);
    const many = start(turns, 'many', 20);
    await loopTurns(50);
    expect(many.begun()).toBe(20);
    vi.restoreAllMocks();
    await many.end();
  });

  it('are a few of each sender while others are there, who begin at once', async () => {
    const turns = new Turns();
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const other = start(turns, 'other', 1);
    const many = start(turns, 'many', 20);
    await loopTurns(50);
    expect(many.begun()).toBe(2);
    const late = start(turns, 'late', 1);
    await loopTurns(2);
    expect(late.begun()).toBe(1);
    vi.restoreAllMocks();
    await Promise.all([other.end(), many.end(), late.end()]);
    expect(many.begun()).toBe(20);
  });

  it('go on in slices while others wait for their store only after a while, and at once when those are done', async () => {
    const turns = new Turns();
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const other = start(turns, 'other', 1);
    let slices = 0;
    const work = async () => {
      for (; slices < 4; slices++) await turns.giveWay('many');
    };
    const done = work();
    await loopTurns(50);
    expect(slices).toBe(0);
    vi.mocked(performance.now).mockReturnValue(1_020);
    await vi.waitFor(() => expect(slices).toBe(1));
    await loopTurns(50);
    expect(slices).toBe(1);
    await other.end();
    await done;
    vi.restoreAllMocks();
  });

  it('go on in slices in their order where nobody waits for anything else', async () => {
    const turns = new Turns();
    vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const sliced = (sender: string) =>
      turns.run(sender, async () => {
        for (let i = 0; i < 10; i++) await turns.giveWay(sender);
      });
    const all = Promise.all([sliced('one'), sliced('another')]);
    await loopTurns(100);
    await all;
    vi.restoreAllMocks();
  });

  it('may go on in a turn whatever else of their sender is under way', async () => {
    const turns = new Turns();
    const other = start(turns, 'other', 1);
    const many = start(turns, 'many', 5);
    await turns.next('many');
    await Promise.all([other.end(), many.end()]);
  });

  it('no longer count when they have waited for something else for long', async () => {
    const turns = new Turns();
    const other = start(turns, 'other', 1);
    const many = start(turns, 'many', 8);
    await vi.waitFor(() => expect(many.begun()).toBe(8));
    await Promise.all([other.end(), many.end()]);
  });

  it('make room when they fail', async () => {
    const turns = new Turns();
    const other = start(turns, 'other', 1);
    const fails = () => turns.run('many', () => Promise.reject(new Error('no')));
    const results = await Promise.allSettled(Array.from({ length: 20 }, fails));
    expect(results.map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
    await other.end();
  });
});
