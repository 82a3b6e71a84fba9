import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';
import type { PageHandler } from './page';

/** So long after the last page, as what goes on of one whose reader hung up may still use them. */
const QUIET_MS = 1_000;

/**
 * What Next and React keep of the requests that they render pages for, in instances of `AsyncLocalStorage`. Before Node 24 every
 * promise of the process pays for each that was used, a list a third of its time, so they are disabled while no page is rendered:
 * whatever uses one enables it.
 */
export class PageContexts {
  readonly #storages: AsyncLocalStorage<unknown>[] = [];
  #rendering = 0;
  #timer: NodeJS.Timeout | undefined;

  /** To be called before Next is loaded. Next takes the class from the one place, React from the other. */
  note(): void {
    const storages = this.#storages;
    class Noted<T> extends AsyncLocalStorage<T> {
      constructor() {
        super();
        storages.push(this);
      }
    }
    // Defined and not assigned: from Node 22 on the module has a getter of it.
    const noted = { value: Noted, configurable: true, enumerable: true, writable: true };
    for (const place of [globalThis, asyncHooks]) Object.defineProperty(place, 'AsyncLocalStorage', noted);
  }

  /** Pages as they are, whose storages are disabled when they are done. */
  around(pages: PageHandler): PageHandler {
    return async (request, response) => {
      clearTimeout(this.#timer);
      this.#rendering++;
      try {
        await pages(request, response);
      } finally {
        this.#rendering--;
        if (this.#rendering === 0) this.#disableSoon();
      }
    };
  }

  #disableSoon(): void {
    const disable = () => {
      for (const storage of this.#storages) storage.disable();
    };
    this.#timer = setTimeout(disable, QUIET_MS).unref();
  }
}
