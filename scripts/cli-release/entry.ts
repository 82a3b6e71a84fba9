/** The program inside an executable: the same as `npm run cli`, with its commands described when it was built. */
import { text } from 'node:stream/consumers';
import type { Command } from '@/lib/cli/client/command';
import { run } from '@/lib/cli/client/main';

/** Put in place of this name when it is bundled. */
declare const BUILT: { version: string; commands: Command[] };

process.on('SIGINT', () => process.exit(130));
void run(process.argv.slice(2), BUILT.commands, {
  env: process.env,
  out: (part) =>
    new Promise((resolve, reject) => process.stdout.write(part, (error) => (error ? reject(error) : resolve()))),
  err: (part) => process.stderr.write(part),
  stdin: () => text(process.stdin),
  isTerminal: process.stdout.isTTY === true,
  version: BUILT.version,
}).then((code) => {
  process.exitCode = code;
});
