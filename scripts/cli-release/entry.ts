/** The program inside an executable: the same as `npm run cli`, with its commands described when it was built. */
import type { Command } from '@/lib/cli/client/command';
import { run } from '@/lib/cli/client/main';
import { terminalOf } from '@/lib/cli/client/terminal';
import { findNamesBelowLocalhost } from '@/lib/runtime/localhost';

/** Put in place of this name when it is bundled. */
declare const BUILT: { version: string; commands: Command[] };

findNamesBelowLocalhost();
void run(process.argv.slice(2), BUILT.commands, terminalOf(process.env, BUILT.version)).then((code) => {
  process.exitCode = code;
});
