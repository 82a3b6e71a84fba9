import { runtimePart } from '@/lib/runtime/part';
import { RangeReader } from './range-reader';

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    ranges: RangeReader;
  }
}

export const ranges = runtimePart({
  name: 'ranges',
  open: () => new RangeReader(),
  close: (opened) => opened.close(),
});
