import { expect, it } from 'vitest';
import { overPanel } from './theme';

const theme = (colors: Record<string, string>) => ({
  color: (token: string) => colors[token] ?? '',
  area: 0.14,
  font: '',
  isForced: false,
});

it('mixes with the panel, written long or short', () => {
  expect(overPanel(theme({ pass: '#000000', panel: '#fff' }), 'pass', 0.5)).toBe('#808080');
  expect(overPanel(theme({ pass: '#899697', panel: '#ffffff' }), 'pass', 0.72)).toBe('#aab3b4');
});

it('leaves alone what is not a hex colour, as in forced colours', () => {
  expect(overPanel(theme({ pass: 'CanvasText', panel: '#fff' }), 'pass', 0.5)).toBe('CanvasText');
});
