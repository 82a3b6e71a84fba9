/** `npm run cli -- <resource> <verb>`: the command line from source. */
import { text } from 'node:stream/consumers';
import { describeCommands } from '@/lib/cli/client/describe';
import { run } from '@/lib/cli/client/main';
import packageJson from '@/package.json' with { type: 'json' };

process.on('SIGINT', () => process.exit(130));
process.exitCode = await run(process.argv.slice(2), await describeCommands(), {
  env: process.env,
  out: (part) =>
    new Promise((resolve, reject) => process.stdout.write(part, (error) => (error ? reject(error) : resolve()))),
  err: (part) => process.stderr.write(part),
  stdin: () => text(process.stdin),
  isTerminal: process.stdout.isTTY === true,
  version: packageJson.version,
});
