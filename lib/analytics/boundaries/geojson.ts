import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '@/lib/config/env';
import { project, VIEW } from './projection';

export type Shape = { code: string; path: string };

/** Bytes of a file of boundaries, and characters of all paths together. */
const MAX_FILE = 16 * 1024 * 1024;
const MAX_PATHS = 512 * 1024;
/** Units to which points are rounded: neighbours share their border, and what is smaller than that is not drawn. */
const GRID = 1;
/** Radius of the point that a country gets which is too small to be drawn. */
const POINT = 2.5;

const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number());
const Rings = z.array(z.array(Position).min(1)).min(1);
const Boundaries = z.object({
  type: z.literal('FeatureCollection'),
  features: z
    .array(
      z.object({
        properties: z.object({ iso: z.string().regex(/^[A-Z]{2}$/, 'expected two capital letters of ISO 3166-1') }),
        geometry: z.discriminatedUnion('type', [
          z.object({ type: z.literal('Polygon'), coordinates: Rings }),
          z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(Rings).min(1) }),
        ]),
      }),
    )
    .min(1)
    .max(1_000),
});

type Ring = z.output<typeof Rings>[number];
type Degrees = [longitude: number, latitude: number];

/**
 * Reads the operator's boundaries from GeoJSON, whose features have an ISO 3166-1 alpha-2 code as `iso`, and draws them as SVG
 * paths within VIEW. Features of one code are one shape. Throws ConfigError naming MAP_FILE and what is wrong with it.
 */
export function readBoundaries(file: string): Shape[] {
  const wrong = (why: string) => new ConfigError(`MAP_FILE: ${file}: ${why}`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw wrong((error as Error).message);
  }
  if (text.length > MAX_FILE) throw wrong(`longer than ${MAX_FILE} bytes`);
  const read = Boundaries.safeParse(jsonOf(text));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw wrong(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  const rings = new Map<string, Ring[]>();
  for (const { properties, geometry } of read.data.features) {
    const own = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
    rings.set(properties.iso, [...(rings.get(properties.iso) ?? []), ...own]);
  }
  const shapes = [...rings].map(([code, own]) => ({ code, path: drawn(own) })).filter(({ path }) => path !== '');
  if (shapes.reduce((sum, { path }) => sum + path.length, 0) > MAX_PATHS) throw wrong('too detailed: simplify it');
  return shapes;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A country as one path; as a point where none of its parts is large enough to be seen, and as nothing south of the drawing. */
function drawn(rings: readonly Ring[]): string {
  const visible = rings.flatMap(aroundTheDateLine).map(simplified);
  const paths = visible.filter((points) => points.length >= 3).map((points) => `M${points.join('L')}Z`);
  if (paths.length > 0) return paths.join('');
  const [x, y] = project(rings[0]?.[0]?.[0] ?? 0, rings[0]?.[0]?.[1] ?? 0);
  if (y > VIEW.height) return '';
  return `M${rounded(x - POINT)} ${rounded(y)}a${POINT} ${POINT} 0 1 0 ${2 * POINT} 0a${POINT} ${POINT} 0 1 0 ${-2 * POINT} 0Z`;
}

/** Points of a ring that is within the drawing, without those that the grid makes one; nothing of a ring beyond it. */
function simplified(ring: readonly Degrees[]): string[] {
  const projected = ring.map((place) => project(...place));
  if (projected.every(([, y]) => y > VIEW.height)) return [];
  const points = projected.map(([x, y]) => `${rounded(x)} ${rounded(y)}`);
  return points.filter((point, i) => point !== points[(i + points.length - 1) % points.length]);
}

/** A ring that crosses the date line is unrolled, and there twice: at the eastern and at the western edge. */
function aroundTheDateLine(ring: Ring): Degrees[][] {
  let turn = 0;
  const unrolled = ring.map(([longitude, latitude], i): Degrees => {
    const step = longitude - (ring[i - 1]?.[0] ?? longitude);
    if (Math.abs(step) > 180) turn -= Math.sign(step) * 360;
    return [longitude + turn, latitude];
  });
  const shifted = (by: number) => unrolled.map(([longitude, latitude]): Degrees => [longitude + by, latitude]);
  const longitudes = unrolled.map(([longitude]) => longitude);
  return [
    unrolled,
    ...(Math.max(...longitudes) > 180 ? [shifted(-360)] : []),
    ...(Math.min(...longitudes) < -180 ? [shifted(360)] : []),
  ];
}

const rounded = (value: number) => Math.round(value / GRID) * GRID;
