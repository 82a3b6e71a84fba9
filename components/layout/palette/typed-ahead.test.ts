// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepTyped, takeTyped } from './typed-ahead';

let heard: string[] = [];
const onPage = ({ key }: KeyboardEvent) => heard.push(key);

const press = (...keys: (string | KeyboardEventInit)[]) => {
  for (const key of keys) {
    const init = typeof key === 'string' ? { key } : key;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  }
};

beforeEach(() => {
  heard = [];
  document.addEventListener('keydown', onPage);
});
afterEach(() => {
  takeTyped();
  document.removeEventListener('keydown', onPage);
  vi.useRealTimers();
});

it('keeps what is typed from the page until it is taken', () => {
  keepTyped();
  press('r', 'u', 'x', 'Backspace', 'n', 'Enter');
  expect(takeTyped()).toBe('run');
  expect(heard).toEqual([]);
  press('a');
  expect(heard).toEqual(['a']);
  expect(takeTyped()).toBe('');
});

it('leaves the page what is no text', () => {
  keepTyped();
  press('Tab', { key: 'c', ctrlKey: true }, { key: 'k', metaKey: true });
  expect(heard).toEqual(['Tab', 'c', 'k']);
  expect(takeTyped()).toBe('');
});

it('gives the keys back with Escape, a press of the pointer, and when it has waited long enough', () => {
  vi.useFakeTimers();
  for (const end of [
    () => press('Escape'),
    () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })),
    () => vi.advanceTimersByTime(5_000),
  ]) {
    heard = [];
    keepTyped();
    press('a');
    end();
    press('b');
    expect(heard).toContain('b');
    expect(heard).not.toContain('a');
  }
});

it('begins anew where the palette is asked for again', () => {
  keepTyped();
  press('a');
  keepTyped();
  press('b');
  expect(takeTyped()).toBe('b');
});
