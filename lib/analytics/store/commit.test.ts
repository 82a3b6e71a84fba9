import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { beforeEach, describe, expect, it } from 'vitest';
import { SOURCE_ACCESS, SOURCE_AUDIT } from '../events/event';
import { accepted } from '../testing/accept';
import { batchOf } from '../testing/batch';
import { migrate } from './duckdb-migrate';
import { LooseRollups } from './duckdb-rollups';
import { CommitFailed } from './duckdb-transaction';
import { DuckdbWriter } from './duckdb-writer';
import { OutcomeUnknown } from './store';

const time = Date.UTC(2026, 10, 20);
const owner = () => ({ oem_id: 'acme', domain_id: 'd' });
const audit = accepted({ time, request_id: 'r', sources: SOURCE_AUDIT, action: 'block' }, owner);
const access = accepted({ time: time + 5 * 3_600_000, request_id: 'r', sources: SOURCE_ACCESS }, owner);

const rejected = { reject_id: '1'.repeat(32), file: 'access.log', line: 1, reason: 'not_json', text: '{' } as const;

type Commit = (commit: () => Promise<unknown>) => Promise<unknown>;

let main: DuckDBConnection;
let writer: DuckdbWriter;
let rollups: LooseRollups;
let onCommit: Commit;
let isBroken: boolean;

beforeEach(async () => {
  main = await (await DuckDBInstance.create(':memory:')).connect();
  await migrate(main);
  onCommit = (commit) => commit();
  isBroken = false;
  const fragile = new Proxy(main, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        if (isBroken) return Promise.reject(new Error('the database was invalidated'));
        const call = () => value.apply(target, given);
        return given[0] === 'COMMIT' ? onCommit(call) : call();
      };
    },
  });
  rollups = new LooseRollups(fragile);
  writer = new DuckdbWriter(fragile, rollups);
  await writer.open();
});

const temporary = async () =>
  (await main.runAndReadAll('SELECT table_name FROM duckdb_tables() WHERE temporary')).getRows();

const events = async () => (await main.runAndReadAll('SELECT sources FROM events')).getRows();

describe('a commit that fails', () => {
  it('leaves nothing, neither in the store nor in what is known of it', async () => {
    onCommit = () => Promise.reject(new Error('no space left'));
    const batch = batchOf([audit]);
    await expect(writer.write([batch])).rejects.toThrow(CommitFailed);
    expect(rollups.take(true)).toEqual([]);
    onCommit = (commit) => commit();
    expect(await events()).toEqual([]);
    expect(await writer.write([batch])).toMatchObject([{ stored: 1, duplicate: false }]);
    // The audit line waits for its access line, however far from it in time: once, not twice.
    expect(await writer.write([batchOf([access])])).toMatchObject([{ stored: 0, upgraded: 1 }]);
    expect(await events()).toEqual([[SOURCE_ACCESS | SOURCE_AUDIT]]);
  });

  it('keeps an audit line waiting when it is the completion that fails', async () => {
    await writer.write([batchOf([audit])]);
    onCommit = () => Promise.reject(new Error('no space left'));
    await expect(writer.write([batchOf([access])])).rejects.toThrow(CommitFailed);
    onCommit = (commit) => commit();
    expect(await writer.write([batchOf([access])])).toMatchObject([{ stored: 0, upgraded: 1 }]);
    expect(await events()).toHaveLength(1);
  });

  it('is answered as stored when the batch is there all the same', async () => {
    onCommit = async (commit) => {
      await commit();
      throw new Error('the checkpoint failed');
    };
    expect(await writer.write([batchOf([audit])])).toMatchObject([{ stored: 1, duplicate: false }]);
    onCommit = (commit) => commit();
    expect(await writer.write([batchOf([access])])).toMatchObject([{ upgraded: 1 }]);
  });

  it('is answered as unknown when the store cannot be asked', async () => {
    onCommit = () => {
      isBroken = true;
      return Promise.reject(new Error('input/output error'));
    };
    await expect(writer.write([batchOf([audit])])).rejects.toThrow(OutcomeUnknown);
  });
});

it('what was staged of a group is gone from memory with its commit', async () => {
  await writer.write([batchOf([audit], { rejected: [rejected] })]);
  await writer.write([batchOf([access])]);
  expect(await temporary()).toEqual([]);
});
