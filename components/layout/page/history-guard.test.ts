// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { guardHistory } from './history-guard';
import { forgetUnsaved, markUnsaved } from './unsaved';

const form = Symbol('form');
const shown = { state: { tree: 'form' }, path: '/guard/domains/new' };
const ask = vi.fn<(leave: () => void) => void>();
const router = vi.fn();
const browser = Object.assign(new EventTarget(), { currentEntry: { index: 4 } });
let stop = () => {};

beforeEach(() => {
  vi.stubGlobal('navigation', browser);
  history.replaceState(shown.state, '', shown.path);
  stop = guardHistory(() => shown, ask);
  window.addEventListener('popstate', router);
});
afterEach(() => {
  stop();
  window.removeEventListener('popstate', router);
  forgetUnsaved();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

function traverse(path: string, index: number, more = {}) {
  const event = new Event('navigate', { cancelable: true });
  const destination = { url: new URL(path, location.href).href, index, sameDocument: true, ...more };
  browser.dispatchEvent(Object.assign(event, { navigationType: 'traverse', destination }));
  return event.defaultPrevented;
}

it('stops on the way back, and goes as far once the reader agreed', () => {
  const go = vi.spyOn(history, 'go').mockImplementation(() => {});
  expect(traverse('/guard/domains', 2)).toBe(false);
  markUnsaved(form, true);
  expect(traverse('/guard/domains', 2)).toBe(true);
  expect(go).not.toHaveBeenCalled();
  ask.mock.lastCall?.[0]();
  expect(go).toHaveBeenCalledWith(-2);
});

it('lets the browser go where nothing is lost, or where it asks itself', () => {
  markUnsaved(form, true);
  expect(traverse(`${shown.path}#part`, 3)).toBe(false);
  expect(traverse('/guard/domains', 3, { sameDocument: false })).toBe(false);
  expect(ask).not.toHaveBeenCalled();
});

it('brings back a page that was left already, before the router hears of it', () => {
  const back = vi.spyOn(history, 'back').mockImplementation(() => {});
  markUnsaved(form, true);
  history.replaceState({ tree: 'list' }, '', '/guard/domains?page=2');
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(router).not.toHaveBeenCalled();
  expect([location.pathname, history.state]).toEqual([shown.path, shown.state]);
  ask.mock.lastCall?.[0]();
  expect(back).toHaveBeenCalledOnce();

  forgetUnsaved();
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(router).toHaveBeenCalledOnce();
});
