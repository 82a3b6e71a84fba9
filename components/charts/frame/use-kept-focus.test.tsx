// @vitest-environment happy-dom
import { act, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useKeptFocus } from './use-kept-focus';

/** A chart with marks of these names. */
function Part({ marks }: { marks: readonly string[] }) {
  const part = useRef<HTMLDivElement>(null);
  useKeptFocus(part);
  return (
    <div ref={part} id="part" tabIndex={-1}>
      {marks.map((name) => (
        <button key={name} id={name} type="button">
          {name}
        </button>
      ))}
    </div>
  );
}

let root: ReturnType<typeof createRoot>;
const draw = (...marks: string[]) =>
  act(() =>
    root.render(
      <>
        <Part marks={marks} />
        <button id="elsewhere" type="button">
          Elsewhere
        </button>
      </>,
    ),
  );
const focus = (id: string) => document.getElementById(id)?.focus();
const focusedId = () => document.activeElement?.id;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body);
  await draw('DE', 'FR');
});
afterEach(async () => {
  await act(() => root.unmount());
  vi.unstubAllGlobals();
});

it('leaves the focus on a mark that stays', async () => {
  focus('FR');
  await draw('FR');
  expect(focusedId()).toBe('FR');
});

it('takes the focus of a mark that goes', async () => {
  focus('FR');
  await draw();
  expect(focusedId()).toBe('part');
});

it('takes no focus that is elsewhere, or nowhere', async () => {
  focus('FR');
  focus('elsewhere');
  await draw();
  expect(focusedId()).toBe('elsewhere');
  await draw('FR');
  focus('FR');
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  (document.activeElement as HTMLElement).blur();
  await draw();
  expect(focusedId()).not.toBe('part');
});
