// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { focusChip, leaveChip } from './chip-focus';

beforeEach(() => {
  document.body.innerHTML = `<h1 tabindex="-1">Access</h1><ul>
    <li><button data-chip id="first"></button></li><li><button data-chip id="last"></button></li>
    <li><button id="clear"></button></li></ul>`;
});

const focused = () => document.activeElement?.id || document.activeElement?.tagName;
const chip = (id: string) => document.getElementById(id)?.parentElement ?? null;

it('goes from a chip to the next, from the last to the one before it', () => {
  leaveChip(chip('first'));
  expect(focused()).toBe('last');
  leaveChip(chip('last'));
  expect(focused()).toBe('first');
});

it('goes to the title of the page where no chip is left', () => {
  chip('last')?.remove();
  leaveChip(chip('first'));
  expect(focused()).toBe('H1');
});

it('goes to the chip at a place, and nowhere where there is none', () => {
  focusChip(1);
  expect(focused()).toBe('last');
  focusChip(-1);
  expect(focused()).toBe('last');
});
