/** Which commits of this process wrote which tables. Exact, because only this process writes the file. */
export class Commits {
  readonly #last = new Map<string, number>();
  #lastOfAll = 0;
  #count = 0;
  #schema = 0;

  /** How many there were. */
  get count(): number {
    return this.#count;
  }

  /** Changes with what tables there are. */
  get schema(): number {
    return this.#schema;
  }

  /** Notes a commit that wrote these tables; null: any. */
  add(tables: Iterable<string> | null): void {
    this.#count += 1;
    if (tables === null) this.#lastOfAll = this.#count;
    else for (const table of tables) this.#last.set(table, this.#count);
  }

  changeSchema(): void {
    this.#schema += 1;
  }

  /** Whether none of these tables was written since there were `count` commits. */
  isCurrent(tables: readonly string[], count: number): boolean {
    return this.#lastOfAll <= count && tables.every((table) => (this.#last.get(table) ?? 0) <= count);
  }
}
