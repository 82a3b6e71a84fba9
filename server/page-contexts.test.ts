import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PageHandler } from './page';
import { PageContexts } from './page-contexts';

const QUIET_MS = 1_000;
const given = { request: {}, response: {} } as {
  request: Parameters<PageHandler>[0];
  response: Parameters<PageHandler>[1];
};

/** A value of the module before Node 22, a getter since. */
const own = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage') as PropertyDescriptor;

let contexts: PageContexts;
/** As Next makes them, and React. */
let storage: AsyncLocalStorage<string>;
let ofReact: AsyncLocalStorage<string>;
let other: AsyncLocalStorage<string>;
beforeEach(() => {
  contexts = new PageContexts();
  contexts.note();
  const { AsyncLocalStorage: Given } = globalThis as unknown as { AsyncLocalStorage: typeof AsyncLocalStorage };
  storage = new Given();
  ofReact = new asyncHooks.AsyncLocalStorage();
  other = new AsyncLocalStorage();
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'AsyncLocalStorage');
  Object.defineProperty(asyncHooks, 'AsyncLocalStorage', own);
});

/** A page that takes so long, and what it still knows at its end. */
function page(name: string, ms: number): { rendered: Promise<void>; known: () => string | undefined } {
  let known: string | undefined;
  const render: PageHandler = () =>
    storage.run(name, async () => {
      await pause(ms);
      known = storage.getStore();
    });
  return { rendered: contexts.around(render)(given.request, given.response), known: () => known };
}

it('knows of each page while any is rendered, however long that takes', async () => {
  const short = page('short', 10);
  const long = page('long', QUIET_MS + 300);
  await short.rendered;
  await long.rendered;
  expect([short.known(), long.known()]).toEqual(['short', 'long']);
});

it('disables what the pages used a while after the last one, nothing else, and the next page uses it again', async () => {
  const disabled = vi.spyOn(storage, 'disable');
  const ofReactToo = vi.spyOn(ofReact, 'disable');
  const others = vi.spyOn(other, 'disable');
  await page('one', 0).rendered;
  await pause(QUIET_MS / 2);
  await page('two', 0).rendered;
  await pause(QUIET_MS - 200);
  expect(disabled).not.toHaveBeenCalled();
  await pause(400);
  for (const one of [disabled, ofReactToo]) expect(one).toHaveBeenCalledOnce();
  expect(others).not.toHaveBeenCalled();
  const next = page('three', 10);
  await next.rendered;
  expect(next.known()).toBe('three');
});

it.each([
  ['a value', { value: AsyncLocalStorage, writable: true }],
  ['a getter', { get: () => AsyncLocalStorage }],
])('notes what is made of a module that has the class as %s', async (_, property) => {
  Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { ...property, configurable: true });
  contexts.note();
  const disabled = vi.spyOn(new asyncHooks.AsyncLocalStorage(), 'disable');
  await page('one', 0).rendered;
  await pause(QUIET_MS + 200);
  expect(disabled).toHaveBeenCalledOnce();
});

it('disables it after a page that fails, too', async () => {
  const disabled = vi.spyOn(storage, 'disable');
  const fails = contexts.around(() => Promise.reject(new Error('broken')));
  await expect(fails(given.request, given.response)).rejects.toThrow('broken');
  await pause(QUIET_MS + 200);
  expect(disabled).toHaveBeenCalledOnce();
});
