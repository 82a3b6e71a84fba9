import { describe, expect, it } from 'vitest';
import { RENDER_HINTS } from '../result/contract';
import { FIXTURES } from '../result/fixtures';
import { contextFor, modelOf, modelOfFixture } from '../result/testing';
import { widthsWithin } from './grid';
import { hatches, sheetOf } from './picture';
import { fitted, isWords, type Shape, type WidthOf } from './shape';

const theme = { color: (token: string) => token, area: 0.14, font: 'sans-serif', isForced: false };
const widthOf: WidthOf = (text, size) => [...text].length * size * 0.6;

function edges(shape: Shape) {
  if (!isWords(shape)) return { left: shape.x, right: shape.x + shape.width, bottom: shape.y + shape.height };
  const width = widthOf(shape.text, shape.size, shape.weight);
  const left = shape.isRight ? shape.x - width : shape.x;
  return { left, right: left + width, bottom: shape.y };
}

describe.each(FIXTURES.map((f) => [f.id, f] as const))('fixture %s', (_, fixture) => {
  it.each(RENDER_HINTS.map((h) => [h] as const))('is a picture as %s, with all of it inside', (hint) => {
    for (const locale of ['en-US', 'zh-CN'] as const) {
      const context = contextFor(fixture, hint, { locale });
      const model = modelOfFixture(fixture, hint, { locale });
      if (model.empty !== null) continue;
      const sheet = sheetOf({ model, context, theme }, widthOf);
      expect(sheet.height).toBeGreaterThan(64);
      for (const shape of sheet.shapes) {
        const { left, right, bottom } = edges(shape);
        expect([left, right, bottom, shape.y].every(Number.isFinite), JSON.stringify(shape)).toBe(true);
        expect(left, JSON.stringify(shape)).toBeGreaterThanOrEqual(0);
        expect(bottom, JSON.stringify(shape)).toBeLessThanOrEqual(sheet.height);
        expect(right, JSON.stringify(shape)).toBeLessThanOrEqual(sheet.width);
      }
      if (sheet.drawn) hatches(sheet.drawn, { model, context, theme });
    }
  });
});

it('a ranking is saved with the names, figures and bars that the page shows', () => {
  const model = modelOf('compare', 'topn');
  const { shapes } = sheetOf({ model, context: contextFor(fixtureNamed('compare'), 'topn'), theme }, widthOf);
  if (model.kind !== 'rank') throw new Error(model.kind);
  const words = shapes.filter(isWords).map((shape) => shape.text);
  for (const item of model.items) expect(words).toContain(item.lines[0]);
  expect(shapes.filter((shape) => !isWords(shape) && shape.token === model.items[0]?.token)).toHaveLength(
    model.items.length,
  );
});

function fixtureNamed(id: string) {
  const fixture = FIXTURES.find((one) => one.id === id);
  if (!fixture) throw new Error(id);
  return fixture;
}

it('ten thousand rows are a picture of the first fifty, and say so', () => {
  for (const hint of ['topn', 'table', 'categorical_distribution'] as const) {
    const model = modelOf('10k_rows', hint);
    const context = contextFor(fixtureNamed('10k_rows'), hint);
    const { shapes, height } = sheetOf({ model, context, theme }, widthOf);
    expect(height).toBeLessThan(2_400);
    expect(shapes.filter(isWords).some(({ text }) => text === '9,950 more entries in the table')).toBe(true);
  }
});

it('words are cut until they fit, and columns give way from the widest on', () => {
  expect(fitted('short', 100, 10, widthOf)).toBe('short');
  const cut = fitted('a'.repeat(200), 100, 10, widthOf);
  expect(cut).toContain('…');
  expect(widthOf(cut, 10)).toBeLessThanOrEqual(100);
  const wanted = [40, 500, 300, 120].map((width) => ({ width, isWhole: width === 120 }));
  const widths = widthsWithin(wanted, 500);
  expect([widths[0], widths[3]]).toEqual([40, 120]);
  expect(widths.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(500);
});
