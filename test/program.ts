import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from '@/scripts/bundle';

let folder: string | undefined;

/** A folder of this process: within that of the run, since workers are ended without a word, or its own. */
function bundles(): string {
  if (folder) return folder;
  const made = mkdtempSync(path.join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'parapet-programs-'));
  for (const name of ['node_modules', 'package.json']) symlinkSync(path.resolve(name), path.join(made, name));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}

/**
 * The command that runs a TypeScript program in a process of its own. It is bundled once, with the packages it loads: tsx needs
 * longer to load the product than a bundle to start, and Node to find packages in their many files, for each process anew.
 */
export function commandOf(source: string): readonly [string, string] {
  const program = path.join(bundles(), `${path.basename(source, '.ts')}.js`);
  if (!existsSync(program)) bundle([source], path.dirname(program), 'within');
  return [process.execPath, program];
}
