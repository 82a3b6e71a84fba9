import { expect, it } from 'vitest';
import { written } from './svg';

const theme = { color: (token: string) => `var(${token})` };
const words = { x: 4, y: 18, size: 12, token: 'text' };

it('keeps words as wide as they were laid out, in whatever font they are read', () => {
  const element = written({ ...words, text: '1.1.1.1', weight: 500 }, theme, (text, size) => text.length * size);
  expect(element).toContain('textLength="84.0" lengthAdjust="spacingAndGlyphs"');
});

it('writes what was typed as text, and leaves empty words alone', () => {
  expect(written({ ...words, text: '<b>&' }, theme, () => 20)).toContain('>&lt;b&gt;&amp;</text>');
  expect(written({ ...words, text: '' }, theme, () => 0)).not.toContain('textLength');
});
