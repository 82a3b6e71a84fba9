/** Runs on a thread of its own (reader.ts): signatures and large keys take a core for tens of milliseconds. */
import { type Outcome, outcomeOf } from '@/lib/threads/outcome';
import { factsOf, inspect, inspectRenewal, readContent, readRenewal } from './content';

const readings = { readContent, readRenewal, inspect, inspectRenewal, factsOf };

export type Reading = keyof typeof readings;
export type Given<R extends Reading> = Parameters<(typeof readings)[R]>;
export type Read<R extends Reading> = ReturnType<(typeof readings)[R]>;
export type CertTask = { [R in Reading]: { reading: R; given: Given<R> } }[Reading];

/** Reads the PEM texts of one certificate. */
export default function read({ reading, given }: CertTask): Promise<Outcome<Read<Reading>>> {
  const work = readings[reading] as (...given: CertTask['given']) => Read<Reading>;
  return outcomeOf(() => work(...given));
}
