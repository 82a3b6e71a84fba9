import { createRequire } from 'node:module';

/** Path of a file in an installed package. Named by a parameter: a bundler would take a data file it sees for a module. */
export function packageFile(name: string): string {
  return createRequire(import.meta.url).resolve(name);
}
