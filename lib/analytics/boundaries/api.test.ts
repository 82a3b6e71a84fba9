import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startParapet } from '@/test/parapet';
import { readBoundaries } from './geojson';
import { project, VIEW } from './projection';

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-map-'));
afterAll(() => rmSync(folder, { recursive: true }));

const square = (iso: string, west: number, south: number, size: number) => ({
  type: 'Feature',
  properties: { iso, name: '<script>' },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [west + size, south],
        [west + size, south + size],
        [west, south + size],
        [west, south],
      ],
    ],
  },
});

function written(features: unknown, name = 'map.json'): string {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }));
  return file;
}

it('draws countries as paths, small ones as points, those of one code as one', () => {
  const file = written([square('CN', 100, 30, 10), square('SG', 103.8, 1.3, 0.01), square('CN', 120, 20, 3)]);
  const [china, singapore, ...others] = readBoundaries(file);
  expect(others).toEqual([]);
  expect([china?.code, china?.path.match(/M/g)?.length]).toEqual(['CN', 2]);
  expect(singapore?.path).toMatch(/^M[\d.]+ [\d.]+a2\.5 /);
  for (const shape of [china, singapore]) expect(shape?.path).toMatch(/^[MLZa\d. -]+$/);
});

it('cuts nothing through the middle where a country crosses the date line, and leaves out what lies south of the drawing', () => {
  const fiji = square('FJ', 177, -18, 5);
  for (const ring of fiji.geometry.coordinates) {
    for (const place of ring) if (place[0] !== undefined && place[0] > 180) place[0] -= 360;
  }
  const [shape, none] = readBoundaries(written([fiji, square('AQ', 0, -85, 20)]));
  const parts = shape?.path.split('Z').filter(Boolean) ?? [];
  expect(parts.length).toBe(2);
  for (const part of parts) {
    const xs = [...part.matchAll(/[ML](-?\d+)/g)].map(([, x]) => Number(x));
    expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(30);
  }
  expect(none).toBeUndefined();
});

it('keeps the proportions of areas', () => {
  const area = (latitude: number) => {
    const [west, south] = project(0, latitude);
    const [east, north] = project(10, latitude + 0.1);
    return ((east - west) * (south - north)) / Math.cos((latitude + 0.05) * (Math.PI / 180));
  };
  expect(area(60) / area(0)).toBeCloseTo(1, 1);
  expect(area(-40) / area(0)).toBeCloseTo(1, 1);
  expect(project(180, 0)[0]).toBeCloseTo(VIEW.width);
});

it('says what is wrong with a file', () => {
  const missing = path.join(folder, 'missing.json');
  expect(() => readBoundaries(missing)).toThrow('MAP_FILE');
  expect(() => readBoundaries(written([]))).toThrow('features');
  const unnamed = { ...square('CN', 0, 0, 1), properties: { name: 'China' } };
  expect(() => readBoundaries(written([square('FR', 0, 40, 5), unnamed]))).toThrow('features.1.properties.iso');
  expect(() => readBoundaries(written([square('CN', 175, 0, 20)]))).toThrow('features.0.geometry');
});

it('is served to whoever is signed in, and empty where the operator supplied none', async () => {
  const bare = await startParapet();
  expect((await bare.call('GET', '/api/analytics/boundaries', { as: 'acme-viewer' })).body.data).toEqual({
    ...VIEW,
    outline: expect.stringMatching(/^M[\d.L ]+Z$/),
    shapes: [],
  });
  await bare.close();
  const parapet = await startParapet({ env: { MAP_FILE: written([square('FR', 0, 43, 6)]) } });
  const { body } = await parapet.call('GET', '/api/analytics/boundaries', { as: 'acme-viewer' });
  expect(body.data.shapes).toEqual([{ code: 'FR', path: expect.stringMatching(/^M/) }]);
  expect((await parapet.call('GET', '/api/analytics/boundaries')).status).toBe(401);
  await parapet.close();
});
