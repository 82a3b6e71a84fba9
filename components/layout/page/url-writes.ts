/** A written address counts until the router shows it; one that never comes, for instance refused by the browser, ends after this. */
const PASSES_AFTER_MS = 3000;

/** A page counts as being left for so long; where that comes to nothing, it writes its address again. */
const LEAVES_WITHIN_MS = 10_000;

type Write = { pathname: string; search: string };

/**
 * The query strings a page has written and the router does not show yet, oldest first. The router shows each of them in
 * turn, late, and writes it into the address bar once more; until the last one is there, that one is what counts.
 */
export class UrlWrites {
  #waiting: readonly Write[] = [];
  #passes: ReturnType<typeof setTimeout> | undefined;
  #left: { pathname: string; until: number } | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What was written last on this page; undefined once the router shows it. */
  lastOf(pathname: string): string | undefined {
    const last = this.#waiting.at(-1);
    return last?.pathname === pathname ? last.search : undefined;
  }

  write(pathname: string, search: string): void {
    this.#become([...this.#waiting, { pathname, search }]);
  }

  /** A navigation away from this page began, which a written address would end. */
  leave(pathname: string): void {
    this.#left = { pathname, until: performance.now() + LEAVES_WITHIN_MS };
  }

  /** Whether another page is on its way to take the place of this one. */
  isLeft(pathname: string): boolean {
    return this.#left?.pathname === pathname && performance.now() < this.#left.until;
  }

  /** The router shows this address: a written one and those before it have arrived; any other is a navigation, which wins. */
  shown(pathname: string, search: string): void {
    if (this.#left?.pathname !== pathname) this.#left = undefined;
    const at = this.#waiting.findIndex((write) => write.pathname === pathname && write.search === search);
    this.#become(at < 0 ? [] : this.#waiting.slice(at + 1));
  }

  forget(): void {
    this.#left = undefined;
    this.#become([]);
  }

  #become(waiting: readonly Write[]): void {
    if (waiting.length === 0 && this.#waiting.length === 0) return;
    clearTimeout(this.#passes);
    if (waiting.length > 0) this.#passes = setTimeout(() => this.#become([]), PASSES_AFTER_MS);
    this.#waiting = waiting;
    for (const listener of this.#listeners) listener();
  }
}
