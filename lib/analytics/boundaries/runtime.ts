import { runtimePart } from '@/lib/runtime/part';
import { readBoundaries, type Shape } from './geojson';

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    /** What MAP_FILE says; nothing is drawn on a map without it, since borders are the operator's to choose. */
    boundaries: readonly Shape[];
  }
}

export const boundaries = runtimePart({
  name: 'boundaries',
  open: ({ config }) => (config.MAP_FILE === undefined ? [] : readBoundaries(config.MAP_FILE)),
});
