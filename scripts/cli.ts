/** `npm run cli -- <resource> <verb>`: the command line from source. */
import { describeCommands } from '@/lib/cli/client/describe';
import { run } from '@/lib/cli/client/main';
import { terminalOf } from '@/lib/cli/client/terminal';
import { findNamesBelowLocalhost } from '@/lib/runtime/localhost';
import packageJson from '@/package.json' with { type: 'json' };

findNamesBelowLocalhost();
process.exitCode = await run(
  process.argv.slice(2),
  await describeCommands(),
  terminalOf(process.env, packageJson.version),
);
