/** Which test files open a configuration store of the kind under test: those alone say something new on PostgreSQL. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Stores of the kind under test are opened through these, and only there. */
const DOORS = ['test/parapet.ts', 'test/database.ts'];

const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

/** The file of this repository that an import names; undefined where it is a package. */
function fileOf(specifier: string, from: string): string | undefined {
  const base = specifier.startsWith('@/')
    ? specifier.slice(2)
    : specifier.startsWith('.') && path.join(path.dirname(from), specifier);
  if (!base) return undefined;
  return [base, `${base}.ts`, `${base}.tsx`].find((file) => existsSync(file) && statSync(file).isFile());
}

const imports = new Map<string, readonly string[]>();

function importsOf(file: string): readonly string[] {
  const known = imports.get(file);
  if (known) return known;
  const specifiers = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, specifier = '']) => specifier);
  const files = specifiers.map((specifier) => fileOf(specifier, file)).filter((found) => found !== undefined);
  imports.set(file, files);
  return files;
}

/** Tests of commands choose the store of each command themselves, of either kind. */
const OWN_CHOICE = /^scripts\//;

/** The command line sees no store: what it asks for is tested on both where it is answered. */
const CLIENT = /^lib\/cli\/(apply|client)\//;

function opensStore(test: string): boolean {
  if (OWN_CHOICE.test(test) || CLIENT.test(test)) return false;
  const seen = new Set([test]);
  for (const file of seen) for (const imported of importsOf(file)) seen.add(imported);
  return DOORS.some((door) => seen.has(door));
}

const FOLDERS = ['lib', 'components', 'scripts', 'server', 'test'];

export const testFiles = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.split(path.sep).join('/')}`),
  ).sort();

/** Test files that open a store of the kind under test, directly or through a helper they import. */
export const storeTests = (): string[] => testFiles().filter(opensStore);
