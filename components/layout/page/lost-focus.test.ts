// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rememberRows, rowAfter } from './lost-focus';

const rows = (...ids: string[]) => ids.map((id) => ({ dataset: { rowId: id } as DOMStringMap }));
const after = (before: string[], now: string[], data?: unknown) => rowAfter(before, rows(...now), data)?.dataset.rowId;

it('goes on at what was created, wherever it is in the list', () => {
  expect(after(['1', '2', '3'], ['9', '1', '2'], { id: 9, name: 'New' })).toBe('9');
  // As after a form that was in the place of its list.
  expect(after([], ['1', '2'], { policy_id: '2' })).toBe('2');
});

it('goes on at the row after what was deleted, at the last one, and never at one of the next page', () => {
  expect(after(['1', '2', '3'], ['1', '3'], null)).toBe('3');
  expect(after(['1', '2', '3'], ['1', '2'], null)).toBe('2');
  expect(after(['1', '2', '3', '4'], ['1', '4', '5', '6'], null)).toBe('4');
});

it('goes on at what came without a name, and nowhere in an empty list', () => {
  expect(after(['1'], ['1', '7', '8'], { added: 2 })).toBe('7');
  expect(after(['1'], [], null)).toBeUndefined();
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function page(...ids: string[]) {
  const list = ids.map((id) => `<tr data-row-id="${id}"><td><a data-row-open href="/x">${id}</a></td></tr>`).join('');
  document.body.innerHTML = `<main id="content"><h1 tabindex="-1">List</h1><table>${list}</table></main>`;
  document.querySelector('a')?.focus();
}

const blur = () => document.activeElement instanceof HTMLElement && document.activeElement.blur();

it('leaves a page alone on which nothing had the focus', () => {
  page('1', '2');
  blur();
  const goOn = rememberRows();
  page('2');
  blur();
  goOn(null);
  vi.advanceTimersByTime(2_000);
  expect(document.activeElement).toBe(document.body);
});

it('waits until a dialog has closed', () => {
  page('1', '2', '3');
  const goOn = rememberRows();
  page('1', '3');
  blur();
  document.body.insertAdjacentHTML('beforeend', '<div aria-modal="true"></div>');
  goOn(null);
  vi.advanceTimersByTime(200);
  expect(document.activeElement).toBe(document.body);
  document.querySelector('[aria-modal]')?.remove();
  vi.advanceTimersByTime(200);
  expect(document.activeElement?.textContent).toBe('3');
});

it('goes on at the heading of a list that has become empty, and leaves a focus that is somewhere', () => {
  page('1');
  const goOn = rememberRows();
  page();
  goOn(null);
  expect(document.activeElement?.textContent).toBe('List');

  page('1', '2');
  const stay = rememberRows();
  page('1');
  document.querySelector('h1')?.focus();
  stay(null);
  vi.advanceTimersByTime(2_000);
  expect(document.activeElement?.textContent).toBe('List');
});

it('waits for the row of what was created', () => {
  page('1');
  const goOn = rememberRows();
  page('1');
  blur();
  goOn({ id: 2 });
  vi.advanceTimersByTime(200);
  expect(document.activeElement).toBe(document.body);
  page('1', '2');
  blur();
  vi.advanceTimersByTime(200);
  expect(document.activeElement?.textContent).toBe('2');
});
