import type { DuckDBConnection } from '@duckdb/node-api';
import { everyRollup, GROUPINGS, grainsOf, groupingOf, ROLLUPS, type Rollup, rollupTable } from './rollups';
import { addGrouped, countLimited, forgetGrouped, LIMITS, limitOf, stageGrouped } from './schema';
import type { Stage } from './stage';
import { GRAIN_MS, type Grain } from './store';

/** A rollup is compacted when this many rows were added to it and they outnumber the rest. */
const LOOSE = 200_000;

/** Rows that a transaction added to a rollup from bucket `since` on, and how many it had before. */
type Added = { table: string; rows: number; since: number; base: number };

/** A rollup with rows of the same bucket and dimensions, from bucket `since` on. */
export type Loose = { rollup: Rollup; grain: Grain; table: string; since: number };

/** Adds events to the rollups, and knows which of these are worth compacting. */
export class LooseRollups {
  readonly #loose = new Map<string, { rows: number; since: number; base: number }>();

  constructor(private readonly connection: DuckDBConnection) {}

  /** Adds the staged events, the oldest of which is of time `first`, in their transaction. To be noted after the commit. */
  async add(stage: Stage, first: number): Promise<Added[]> {
    const added: Added[] = [];
    const concerned = await this.#concerned(stage);
    const groupings = [...GROUPINGS, ...concerned.filter((rollup) => !groupingOf(rollup))];
    for (const grouping of groupings) await this.connection.run(stageGrouped(grouping, stage));
    for (const rollup of concerned) {
      for (const grain of grainsOf(rollup)) {
        const table = rollupTable(rollup.name, grain);
        const base = this.#loose.get(table)?.base ?? (await this.#count(table));
        const { rowsChanged } = await this.connection.run(addGrouped(rollup, grain));
        if (rowsChanged === 0) break;
        added.push({ table, rows: rowsChanged, since: first - (first % GRAIN_MS[grain]), base });
      }
    }
    await this.connection.run(groupings.map(forgetGrouped).join('; '));
    return added;
  }

  /** Rollups that are of some of the staged events: all, but for those of attacks where there was none. */
  async #concerned(stage: Stage): Promise<Rollup[]> {
    const found = await this.connection.runAndReadAll(countLimited(stage));
    const counts = found.getRows()[0] ?? [];
    const without = LIMITS.filter((_, i) => Number(counts[i]) === 0);
    return ROLLUPS.filter((rollup) => !without.some((limit) => limit === limitOf(rollup)));
  }

  note(added: readonly Added[]): void {
    for (const { table, rows, since, base } of added) {
      const seen = this.#loose.get(table);
      this.#loose.set(table, { rows: (seen?.rows ?? 0) + rows, since: Math.min(seen?.since ?? since, since), base });
    }
  }

  /**
   * The rollups worth compacting now, or with `all` each that can be. Forgotten as they are taken: one that cannot be
   * compacted is not tried again with every batch.
   */
  take(all: boolean): Loose[] {
    return everyRollup().flatMap(({ rollup, grain, table }) => {
      const loose = this.#loose.get(table);
      if (!loose || (!all && loose.rows < Math.max(LOOSE, loose.base))) return [];
      this.#loose.delete(table);
      return [{ rollup, grain, table, since: loose.since }];
    });
  }

  async #count(table: string): Promise<number> {
    const found = await this.connection.runAndReadAll(`SELECT count(*)::DOUBLE FROM ${table}`);
    return Number(found.getRows()[0]?.[0] ?? 0);
  }
}
