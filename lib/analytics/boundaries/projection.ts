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
const [, NORTH] = equalEarth(0, 84);
const [, SOUTH] = equalEarth(0, -57);
const SCALE = 1_000 / (2 * EAST);

/** The drawing in units of its own: the whole equator wide, from 84° north to 57° south. */
export const VIEW = { width: 1_000, height: Math.round((NORTH - SOUTH) * SCALE) };

/** A place in degrees as a point of VIEW; areas keep their proportions. */
export function project(longitude: number, latitude: number): [number, number] {
  const [x, y] = equalEarth(longitude, latitude);
  return [(x + EAST) * SCALE, (NORTH - y) * SCALE];
}
