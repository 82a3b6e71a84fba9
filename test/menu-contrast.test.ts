import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const TOKENS = readFileSync('app/tokens.css', 'utf8');

/** The hex value of a token in the light theme, which comes first, or in the dark one, which comes last. */
function tokenOf(token: string, theme: 'light' | 'dark'): string {
  const values = [...TOKENS.matchAll(new RegExp(`^\\s+--${token}: #([0-9a-f]{6});`, 'gm'))].map(([, hex]) => hex);
  return values.at(theme === 'light' ? 0 : -1) ?? '';
}

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

it.each(['light', 'dark'] as const)('the row of a menu that one is on is seen and read, %s', (theme) => {
  const row = tokenOf('highlight', theme);
  expect(contrast(row, tokenOf('raised', theme))).toBeGreaterThanOrEqual(theme === 'light' ? 1.2 : 1.35);
  expect(contrast(tokenOf('accent', theme), tokenOf('raised', theme))).toBeGreaterThanOrEqual(3);
  for (const text of ['text', 'text-2', 'rejected-fg']) {
    expect(contrast(tokenOf(text, theme), row), text).toBeGreaterThanOrEqual(4.5);
  }
});
