/** `npm run cli -- <resource> <verb>`: the command line from source. */
import { describeCommands } from '@/lib/cli/client/describe';
import { run } from '@/lib/cli/client/main';
import { terminalOf } from '@/lib/cli/client/terminal';
import packageJson from '@/package.json' with { type: 'json' };

process.exitCode = await run(
  process.argv.slice(2),
  await describeCommands(),
  terminalOf(process.env, packageJson.version),
);
