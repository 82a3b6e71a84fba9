const RADIANS = Math.PI / 180;
/** Coefficients of the Equal Earth projection (Šavrič, Patterson and Jenny, 2018). */
const [A1, A2, A3, A4] = [1.340264, -0.081106, 0.000893, 0.003796];

function equalEarth(longitude: number, latitude: number): [number, number] {
  const theta = Math.asin((Math.sqrt(3) / 2) * Math.sin(latitude * RADIANS));
  const square = theta * theta;
  const sixth = square ** 3;
  const width = 3 * (9 * A4 * sixth * square + 7 * A3 * sixth + 3 * A2 * square + A1);
  return [
    (2 * Math.sqrt(3) * longitude * RADIANS * Math.cos(theta)) / width,
    theta * (A4 * sixth * square + A3 * sixth + A2 * square + A1),
  ];
}

const [EAST] = equalEarth(180, 0);
/** Where people live: what lies beyond is cut. */
const [TOP, BOTTOM] = [84, -57];
const [, NORTH] = equalEarth(0, TOP);
const [, SOUTH] = equalEarth(0, BOTTOM);
const SCALE = 1_000 / (2 * EAST);

/** The drawing in units of its own: the whole equator wide, from 84° north to 57° south. */
export const VIEW = { width: 1_000, height: Math.round((NORTH - SOUTH) * SCALE) };

/** A place in degrees as a point of VIEW; areas keep their proportions. */
export function project(longitude: number, latitude: number): [number, number] {
  const [x, y] = equalEarth(longitude, latitude);
  return [(x + EAST) * SCALE, (NORTH - y) * SCALE];
}

const EDGE = Array.from({ length: TOP - BOTTOM + 1 }, (_, i) => TOP - i);

/** The edge of the earth in VIEW as an SVG path: 180° east and west, which bend. */
export const OUTLINE = `M${[
  ...EDGE.map((latitude) => project(180, latitude)),
  ...EDGE.toReversed().map((latitude) => project(-180, latitude)),
]
  .map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`)
  .join('L')}Z`;
