import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';

export const Boundaries = z.object({
  /** Size of the drawing in the units of its paths. */
  width: z.int(),
  height: z.int(),
  /** SVG path of the edge of the earth, beyond which nothing is to be drawn. */
  outline: z.string(),
  /** Countries and regions; none where the operator has supplied no boundaries. */
  shapes: z.array(
    z.object({
      /** ISO 3166-1 alpha-2. */
      code: z.string(),
      /** SVG path. */
      path: z.string(),
    }),
  ),
});
export type Boundaries = z.output<typeof Boundaries>;

/** The map that geographic charts are drawn on. */
export const boundaries = contract({
  view: endpoint({
    method: 'GET',
    path: '/api/analytics/boundaries',
    permission: 'session',
    summary: 'Read the boundaries of countries that the operator has supplied for maps',
    data: Boundaries,
    extension: true,
  }),
});
