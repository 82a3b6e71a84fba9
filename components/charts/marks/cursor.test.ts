import type { KeyboardEvent } from 'react';
import { expect, it, vi } from 'vitest';
import { cursorAfter } from './cursor';

function press(key: string, cursor: number | null) {
  const preventDefault = vi.fn();
  const after = cursorAfter({ key, preventDefault } as unknown as KeyboardEvent, cursor, 24);
  return { after, isOurs: preventDefault.mock.calls.length > 0 };
}

it.each([
  ['ArrowRight', null, 23],
  ['ArrowLeft', 5, 4],
  ['ArrowLeft', 0, 0],
  ['PageUp', 20, 23],
  ['Home', 7, 0],
  ['End', null, 23],
])('%s leads from %s to %s', (key, from, to) => expect(press(key, from)).toEqual({ after: to, isOurs: true }));

it('leaves other keys to whoever wants them', () => {
  expect(press('Tab', 3)).toEqual({ after: 3, isOurs: false });
  expect(press('Escape', 3)).toEqual({ after: null, isOurs: false });
});
