import type { Break } from './walk';

/** Broken rows that are named; more are counted. */
const NAMED = 100;

/** What a walk along a chain has found so far. */
export class Findings {
  constructor(
    private readonly acknowledged: ReadonlySet<string>,
    /** The first of those that no note names. */
    readonly breaks: Break[] = [],
    /** How many no note names. */
    public broken_rows = 0,
    public acknowledged_rows = 0,
    private readonly limit = NAMED,
  ) {}

  add(found: readonly Break[]): void {
    for (const item of found) {
      if (!this.isBroken(item)) this.acknowledged_rows++;
      else {
        this.broken_rows++;
        if (this.breaks.length < this.limit) this.breaks.push(item);
      }
    }
  }

  isBroken(found: Break): boolean {
    return !this.acknowledged.has(found.mark);
  }

  /** Adds what is wrong at the end, which the next row would show again. */
  withEnd(found: Break | undefined): Findings {
    const all = new Findings(this.acknowledged, [...this.breaks], this.broken_rows, this.acknowledged_rows, this.limit);
    all.add(found ? [found] : []);
    return all;
  }
}
