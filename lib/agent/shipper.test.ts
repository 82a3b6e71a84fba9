import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesOf, LONG, LogTail, putAside } from './log-tail';
import { type Plane, Refusal } from './plane';
import { Shipper } from './shipper';

type Batch = Parameters<Plane['events']>[0];

let folder: string;
let stop: AbortController;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-logs-'));
  mkdirSync(path.join(folder, 'logs'));
  stop = new AbortController();
});
afterEach(() => {
  stop.abort();
  rmSync(folder, { recursive: true, force: true });
});

const ACCESS = 'access.json';
const at = (name: string) => path.join(folder, 'logs', name);
const write = (text: string, name = ACCESS) => appendFileSync(at(name), text);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `{"n":${from + i}}\n`).join('');

/** A management plane that stores each batch once by its id; `answer` may refuse one before, or lose the answer after. */
function planeOf(answer: (batch: Batch, sent: number) => Error | 'lost' | undefined = () => undefined) {
  const stored = new Map<string, string>();
  let sent = 0;
  const plane: Pick<Plane, 'events'> = {
    async events(batch) {
      const said = answer(batch, ++sent);
      if (said instanceof Error) throw said;
      stored.set(batch.batch_id, batch.lines);
      if (said === 'lost') throw new Error('the connection was lost');
      return {} as never;
    },
  };
  const lines = () => [...stored.values()].join('').split('\n').filter(Boolean);
  return { plane, lines, sent: () => sent };
}

const said: Record<string, unknown>[] = [];
const shipperOf = (plane: Pick<Plane, 'events'>, reopen = () => {}) =>
  new Shipper({ folder, reopen, writesTo: () => true, log: (line) => said.push(line), everyMs: 5 }, plane);
const ids = (from: number, to: number) => numbered(from, to).split('\n').filter(Boolean);

describe('lines', () => {
  it('are sent once each, whole, while they are written, over a renamed file and a new process', async () => {
    const { plane, lines } = planeOf();
    write(numbered(0, 100));
    void shipperOf(plane).run(stop.signal);
    await expect.poll(lines).toEqual(ids(0, 100));
    write('{"n":10');
    write('0}\n');
    write(numbered(101, 200));
    renameSync(at(ACCESS), at(`${ACCESS}.1`));
    // nginx writes to the file it has open until it is told to reopen it.
    write(numbered(210, 300));
    write(numbered(200, 210), `${ACCESS}.1`);
    await expect.poll(lines, { timeout: 15_000 }).toEqual(ids(0, 300));
    stop.abort();
    stop = new AbortController();
    write(numbered(300, 310));
    void shipperOf(plane).run(stop.signal);
    await expect.poll(lines).toEqual(ids(0, 310));
  });

  it('are stored once where the answer was lost, or the process died before it noted it', async () => {
    const { plane, lines } = planeOf((_, sent) => (sent % 2 === 1 ? 'lost' : undefined));
    write(numbered(0, 12_000));
    void shipperOf(plane).run(stop.signal);
    await expect.poll(() => lines().length, { timeout: 10_000 }).toBe(12_000);
    expect(new Set(lines()).size).toBe(12_000);
  });

  it('wait in the file while the management plane is away, and as long as it asks', async () => {
    let away = true;
    const { plane, lines, sent } = planeOf(() => (away ? new Refusal('busy', 503, { retryAfterS: 0 }) : undefined));
    write(numbered(0, 10));
    void shipperOf(plane).run(stop.signal);
    await expect.poll(sent).toBeGreaterThan(3);
    write(numbered(10, 20));
    away = false;
    await expect.poll(lines).toEqual(ids(0, 20));
  });

  it('of one log are not sent while those of the other are, which may hold the other half of a request', async () => {
    let [now, most] = [0, 0];
    const names = new Set<string>();
    const plane: Pick<Plane, 'events'> = {
      async events({ file, lines }) {
        most = Math.max(most, ++now);
        await pause(5);
        now--;
        if (lines.includes('9')) names.add(String(file));
        return {} as never;
      },
    };
    const written = setInterval(() => {
      for (const name of [ACCESS, 'audit.json']) write('{"n":1}\n', name);
    }, 5);
    try {
      void shipperOf(plane).run(stop.signal);
      await pause(200);
    } finally {
      clearInterval(written);
    }
    for (const name of [ACCESS, 'audit.json']) write('{"n":9}\n', name);
    await expect.poll(() => names.size).toBe(2);
    expect(most).toBe(1);
  });

  it('that are refused for what they hold are given up alone', async () => {
    const { plane, lines } = planeOf(({ lines: text }) =>
      text.includes('poison') ? new Refusal('bad', 400, { field: 'lines' }) : undefined,
    );
    write(`${numbered(0, 50)}{"poison":1}\n${numbered(50, 90)}`);
    const shipper = shipperOf(plane);
    void shipper.run(stop.signal);
    await expect.poll(() => lines().sort()).toEqual(ids(0, 90).sort());
    expect(shipper.refused).toBe(1);
  });

  it('hold no character that would have all around them refused', async () => {
    const { plane, lines } = planeOf();
    write('{"a":"\u0000\u001b\t"}\n');
    void shipperOf(plane).run(stop.signal);
    await expect.poll(lines).toEqual(['{"a":"\ufffd\ufffd\t"}']);
  });
});

describe('a log', () => {
  const tailOf = (name: string) => new LogTail(path.join(folder, 'logs'), name, path.join(folder, `sent-${name}`));
  const long = () => truncateSync(at(ACCESS), LONG);

  it('that is long is renamed; of those before the newest stay, and what was not read is counted', () => {
    const tail = tailOf(ACCESS);
    const reopen = () => writeFileSync(at(ACCESS), '');
    reopen();
    for (let i = 0; i < 6; i++) {
      long();
      tail.rotate(reopen);
    }
    expect(filesOf(path.join(folder, 'logs'), ACCESS)).toHaveLength(4);
    expect(tail.lost).toBe(3 * LONG);
    tail.rotate(reopen);
    expect(filesOf(path.join(folder, 'logs'), ACCESS)).toHaveLength(4);
  });

  it('that cannot be renamed is emptied once it was read', () => {
    const tail = tailOf('audit.json');
    write(`${'x'.repeat(1024)}\n`, 'audit.json');
    const piece = tail.read();
    truncateSync(at('audit.json'), LONG);
    tail.rotate();
    expect(tail.lost).toBe(0);
    if (piece) tail.keep({ ...piece.to, offset: LONG });
    tail.rotate();
    write('{"n":1}\n', 'audit.json');
    expect(tail.read()?.text).toBe('{"n":1}\n');
    truncateSync(at('audit.json'), 4 * LONG);
    tail.rotate();
    expect(tail.lost).toBe(4 * LONG);
  });

  it('that was put aside is read, and of those before the newest stay', async () => {
    const { plane, lines } = planeOf();
    for (let i = 0; i < 6; i++) {
      write(numbered(i, i + 1), 'audit.json');
      putAside(path.join(folder, 'logs'), 'audit.json');
    }
    write(numbered(6, 7), 'audit.json');
    for (const file of filesOf(path.join(folder, 'logs'), 'audit.json')) utimesSync(file, 0, 0);
    const tail = tailOf('audit.json');
    tail.rotate();
    expect(tail.lost).toBe(3 * Buffer.byteLength(numbered(0, 1)));
    void shipperOf(plane).run(stop.signal);
    await expect.poll(lines).toEqual(ids(3, 7));
    expect(filesOf(path.join(folder, 'logs'), 'audit.json').map((file) => path.basename(file))).toEqual([
      ...['audit.json.4', 'audit.json.5', 'audit.json.6', 'audit.json'],
    ]);
  });

  it('of errors, which nobody reads, does not fill the disk', async () => {
    write('', ACCESS);
    const errors = 'error.log';
    const reopened: number[] = [];
    const reopen = () => {
      reopened.push(statSync(at(`${errors}.1`)).size);
      writeFileSync(at(errors), '');
    };
    void shipperOf(planeOf().plane, reopen).run(stop.signal);
    for (const size of [LONG, LONG + 1]) {
      write('', errors);
      truncateSync(at(errors), size);
      await expect.poll(() => reopened.at(-1)).toBe(size);
    }
    expect(filesOf(path.join(folder, 'logs'), errors)).toEqual([at(`${errors}.1`), at(errors)]);
  });

  it('that was emptied is read from its beginning, also where it is as long as before', async () => {
    const { plane, lines } = planeOf();
    write(numbered(100, 200));
    void shipperOf(plane).run(stop.signal);
    await expect.poll(lines).toEqual(ids(100, 200));
    writeFileSync(at(ACCESS), numbered(200, 300));
    await expect.poll(lines).toEqual(ids(100, 300));
  });

  it('goes on where an earlier version was, which knew a file by its inode alone', () => {
    const place = path.join(folder, `sent-${ACCESS}`);
    write(numbered(0, 20));
    const { dev, ino } = statSync(at(ACCESS));
    writeFileSync(
      place,
      JSON.stringify({ file: `${dev}-${ino}`, offset: Buffer.byteLength(numbered(0, 10)), line: 11 }),
    );
    expect(tailOf(ACCESS).read()?.text).toBe(numbered(10, 20));
  });
});

describe('a line that is too long', () => {
  const tail = () => new LogTail(path.join(folder, 'logs'), ACCESS, path.join(folder, `sent-${ACCESS}`));

  it('keeps its first matches and its last ones', () => {
    const messages = Array.from({ length: 20_000 }, (_, i) => ({
      message: `${i} },{"message":"é`,
      details: { data: 'x' },
    }));
    write(`{"n":1}\n${JSON.stringify({ transaction: { id: 'a', messages } })}\n{"n":2}\n`);
    const read = tail();
    const pieces = [read.read(), undefined, undefined];
    for (const i of [1, 2]) {
      read.keep(pieces[i - 1]?.to ?? { file: '', offset: 0, line: 0 });
      pieces[i] = read.read();
    }
    expect(pieces.map((piece) => piece?.from.line)).toEqual([1, 2, 3]);
    expect(pieces[2]?.text).toBe('{"n":2}\n');
    const { transaction } = JSON.parse(pieces[1]?.text ?? '');
    expect(transaction.messages.length).toBeLessThan(messages.length);
    expect([transaction.messages[0], transaction.messages.at(-1)]).toEqual([messages[0], messages.at(-1)]);
  });

  it('and has no matches is cut, and one that has no end yet is waited for', () => {
    write('x'.repeat(1024 * 1024));
    const read = tail();
    expect(read.read()).toBeUndefined();
    write('\n{"n":1}\n');
    const piece = read.read();
    expect(piece?.text).toMatch(/^x{100000,300000}\n$/);
    if (piece) read.keep(piece.to);
    expect(read.read()?.text).toBe('{"n":1}\n');
  });
});
