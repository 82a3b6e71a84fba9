import { afterEach, expect, it, vi } from 'vitest';
import { printPage } from './paper';

afterEach(() => vi.unstubAllGlobals());

/** A page on which something is to come in each frame of which that is said, and how much was when it was printed. */
function startPage(isPending: (frame: number) => boolean) {
  let frame = 0;
  const printed: boolean[] = [];
  const sheet = {};
  vi.stubGlobal('document', {
    documentElement: { dataset: { theme: 'light' } },
    querySelector: (what: string) => (what.startsWith('link') ? sheet : isPending(frame) ? {} : null),
  });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('window', { print: () => printed.push(isPending(frame)) });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
    frame += 1;
    setImmediate(draw);
  });
  return printed;
}

it('a page is printed when nothing is to come, also where a chart begins as a placeholder once its figures came', async () => {
  const printed = startPage((frame) => frame < 3 || (frame > 3 && frame < 9));
  await printPage();
  expect(printed).toEqual([false]);
});

it('a page is printed without what never comes', async () => {
  const printed = startPage(() => true);
  const now = Date.now();
  let asked = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now + 1_000 * asked++);
  await printPage();
  vi.restoreAllMocks();
  expect(printed).toEqual([true]);
});
