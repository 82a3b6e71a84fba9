import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@clickhouse/client';
import { afterAll, describe, expect, it } from 'vitest';
import { Engine, generatedEvents } from '@/test/clickhouse/engine';
import { chartPages, chartsOf } from '../../charts/catalogue';
import type { Chart } from '../../charts/chart';
import type { Scope } from '../../charts/conditions';
import { isRecordChart } from '../../charts/records/record-chart';
import { readAhead, runChart } from '../../charts/run';
import { groupsInSets } from '../../charts/sets';
import { readTogether } from '../../charts/together';
import { parseWindow, type Window } from '../../charts/window';
import { COUNT, EVENTS } from '../../search/events';
import { generate } from '../../testing/generate';
import { FIXTURES, loadFiles } from '../../testing/load';
import { openDuckdbStore } from '../duckdb';
import type { AnalyticsStore, Row } from '../store';
import { clickhouseDialect, materializingDialect } from './dialect';
import { moveEvents } from './move';
import { ClickhouseStore } from './store';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The capture runs for two minutes from here. */
const CAPTURE = Date.UTC(2026, 10, 20, 7, 37);
const until = (length: number, etime = CAPTURE + 150_000) => parseWindow({ stime: etime - length, etime }, 0);
/** The day is whole; the others begin and end within buckets. */
const WINDOWS: readonly [Window, Window, Window] = [
  until(100_001, CAPTURE + 120_003),
  until(DAY, Date.UTC(2026, 10, 21)),
  until(7 * DAY + 1),
];

const everything: Scope = { oem_id: null, domain_ids: 'all', include_unowned: true };
const brand: Scope = { oem_id: 'acme', domain_ids: 'all', include_unowned: true };
const tenant: Scope = { oem_id: 'acme', domain_ids: ['d-shop', "d-'\\"], include_unowned: false };
const params = { top: 100, order: 'desc', page: 1, size: 50 } as const;

const GENERATED_UNTIL = Date.UTC(2026, 9, 1) + 123_456;

const charts = [EVENTS, COUNT, ...chartPages().flatMap(({ page }) => chartsOf(page))].filter(
  (chart): chart is Chart => !isRecordChart(chart),
);

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-clickhouse-test-'));
const engines: Engine[] = [];
afterAll(async () => {
  for (const engine of engines) await engine.remove();
  rmSync(folder, { recursive: true });
});

async function engineUrl(): Promise<string> {
  const engine = await Engine.start();
  engines.push(engine);
  return engine.url;
}

/** A problem is a failure here. */
const onProblem = (error: unknown) => {
  throw error;
};

/** Sums of fractions differ in their last digits with the order they are added in. */
const rounded = (rows: readonly Row[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, typeof cell === 'number' ? Number(cell.toPrecision(12)) : cell]),
    ),
  );

type Asked = { scope: Scope; window: Window; compare?: boolean };

async function answerOf(store: AnalyticsStore, chart: Chart, { scope, window, compare = false }: Asked) {
  const { rows, meta } = await runChart(store, chart, { scope, window, compare, params });
  return { rows: rounded(rows as Row[]), source: meta.source, extras: meta.row_extras, available: meta.available };
}

/** What one query reads for several charts, by chart. */
async function readOnce(store: AnalyticsStore, { compare = false, ...asked }: Asked): Promise<Map<Chart, Row[]>> {
  const groups = readTogether(
    charts.map((chart) => ({ chart, params })),
    { filters: [] },
    groupsInSets({ dialect: store.dialect, compare }),
  );
  const read = new Map<Chart, Row[]>();
  for (const group of groups) {
    const ahead = await readAhead(store, group, { ...asked, compare });
    for (const [chart, rows] of ahead?.rows ?? []) read.set(chart, rows);
  }
  return read;
}

/** Asks both for every chart. Answers how many rows were compared. */
async function compareAll(
  duckdb: AnalyticsStore,
  clickhouse: AnalyticsStore,
  asked: readonly Asked[],
): Promise<number> {
  let rows = 0;
  for (const one of asked) {
    const read = await readOnce(clickhouse, one);
    expect(read.size).toBeGreaterThan(40);
    for (const chart of charts) {
      const [wanted, found] = await Promise.all([duckdb, clickhouse].map((store) => answerOf(store, chart, one)));
      const named = `${chart.key} ${JSON.stringify(one)}`;
      expect(found, named).toEqual(wanted);
      const together = read.get(chart);
      if (together) expect(rounded(together), `${named}, read with others`).toEqual(wanted?.rows);
      rows += wanted?.rows.length ?? 0;
    }
  }
  return rows;
}

describe('every chart', () => {
  it('answers the same rows on both engines, of captured traffic', async () => {
    const url = await engineUrl();
    const clickhouse = new ClickhouseStore({ url, spoolFolder: path.join(folder, 'captured'), onProblem });
    const duckdb = await openDuckdbStore(':memory:');
    // The two halves of a request come one after the other, and then everything once more.
    for (const store of [duckdb, clickhouse]) {
      for (const file of [FIXTURES.access, FIXTURES.audit, FIXTURES.access]) await loadFiles(store, [file]);
    }
    const [short, day, week] = WINDOWS;
    const asked: Asked[] = [
      { scope: everything, window: short, compare: true },
      { scope: everything, window: day },
      { scope: brand, window: week },
      { scope: tenant, window: short },
    ];
    expect(await compareAll(duckdb, clickhouse, asked)).toBeGreaterThan(1000);
    // As with a release that cannot work a named query out once.
    expect(clickhouse.dialect).toBe(materializingDialect);
    clickhouse.dialect = clickhouseDialect;
    for (const chart of charts) {
      const one = { scope: everything, window: day, compare: true };
      const [wanted, found] = await Promise.all([duckdb, clickhouse].map((store) => answerOf(store, chart, one)));
      expect(found, chart.key).toEqual(wanted);
    }
    await Promise.all([clickhouse.close(), duckdb.close()]);
  }, 300_000);

  it(`answers the same rows on both engines, of ${generatedEvents} generated events that were moved in several goes`, async () => {
    const file = path.join(folder, 'generated.duckdb');
    const filled = await openDuckdbStore(file, { memoryLimit: '1GB' });
    await generate(filled, { events: generatedEvents, from: GENERATED_UNTIL - 30 * DAY, to: GENERATED_UNTIL });
    await filled.close();
    const url = await engineUrl();
    const stop = async (table: string) => {
      const moving = moveEvents(file, url, (moved) => {
        if (moved.table === table) throw new Error('stopped');
      });
      await expect(moving).rejects.toThrow('stopped');
    };
    await stop('event_rows');
    await stop('rollup_traffic_1h');
    // What was inserted and not noted is inserted again under its token, and stored once.
    const client = createClient({ url });
    await client.command({
      query: "INSERT INTO meta (name, value) VALUES ('moved_event_rows', '0'), ('moved_rollup_geo_5m', '0')",
    });
    await client.close();
    await moveEvents(file, url, () => undefined);

    const duckdb = await openDuckdbStore(file);
    const clickhouse = new ClickhouseStore({ url, spoolFolder: path.join(folder, 'generated'), onProblem });
    expect({ ...(await clickhouse.stats()), engine: '' }).toEqual({ ...(await duckdb.stats()), engine: '' });
    const windows = [until(DAY, GENERATED_UNTIL), until(30 * DAY, GENERATED_UNTIL)];
    const asked = windows.map((window) => ({ scope: everything, window }));
    expect(await compareAll(duckdb, clickhouse, asked)).toBeGreaterThan(1000);
    await Promise.all([clickhouse.close(), duckdb.close()]);
  }, 900_000);
});
