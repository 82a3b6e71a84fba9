import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readKept, written } from './objects';

/** How long a new version has to stay up, with a round that succeeded, until it is believed. */
const SETTLED_MS = 300_000;
/** How often it may be started until then. */
export const STARTS = 3;

type State = { version: string; starts: number };

/** What the program before is called while another one has its place. */
export const previousOf = (program: string): string => `${program}.previous`;

/**
 * The time after an upgrade in which the new version may still be taken back. Its starts are counted by the program before, so that one that
 * dies in its first line is counted as well.
 */
export class Probation {
  readonly #file: string;

  constructor(
    folder: string,
    private readonly settledMs = SETTLED_MS,
  ) {
    this.#file = path.join(folder, 'probation.json');
  }

  begin(version: string): void {
    this.#keep({ version, starts: 0 });
  }

  isOn(version: string): boolean {
    return this.#state?.version === version;
  }

  /** Counts a start of the program, and puts the one before back into its place where there were too many. Answers whether it did. */
  countStart(program: string): boolean {
    const state = this.#state;
    if (!state) return false;
    if (state.starts < STARTS) {
      this.#keep({ ...state, starts: state.starts + 1 });
      return false;
    }
    renameSync(previousOf(program), program);
    return true;
  }

  /** A start does not count that ended because it was told to. */
  forgive(version: string): void {
    const state = this.#state;
    if (state?.version === version) this.#keep({ ...state, starts: Math.max(0, state.starts - 1) });
  }

  /** The end of it, for a version that has run long enough. */
  settle(version: string, upMs: number): void {
    if (upMs >= this.settledMs && this.isOn(version)) rmSync(this.#file);
  }

  /** The version that was taken back in favour of this one, told once; undefined where none was, or it was never begun. */
  takenBack(version: string): string | undefined {
    const state = this.#state;
    if (!state || state.version === version) return undefined;
    rmSync(this.#file);
    return state.starts > 0 ? state.version : undefined;
  }

  get #state(): State | undefined {
    return readKept(this.#file);
  }

  #keep(state: State): void {
    written(this.#file, JSON.stringify(state));
  }
}
