import { runtimePart } from '@/lib/runtime/part';
import { JsonReader } from './json-reader';

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    jsonReader: JsonReader;
  }
}

export const jsonReader = runtimePart({
  name: 'jsonReader',
  open: () => new JsonReader(),
  close: (opened) => opened.close(),
});
