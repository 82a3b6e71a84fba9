import path from 'node:path';
import { build } from 'esbuild';
import { describeCommands } from '@/lib/cli/client/describe';

/**
 * The command line as one file of JavaScript. What describes its commands is worked out now, so that a start loads no schema;
 * those that configuration is read with are in it and wait until they are asked for.
 */
export async function bundle(version: string): Promise<string> {
  const described = JSON.stringify({ version, commands: await describeCommands() });
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'entry.ts')],
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    write: false,
    logLevel: 'warning',
    define: { BUILT: described },
  });
  return outputFiles[0]?.text ?? '';
}
