import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { EXIT } from './failure';
import type { Io } from './session';

/** The process as the program sees it. */
export function terminalOf(env: Io['env'], version: string): Io {
  let interruption: AbortController | undefined;
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(EXIT.unread);
  });
  process.on('SIGINT', () => {
    if (!interruption || interruption.signal.aborted) process.exit(130);
    interruption.abort();
  });
  return {
    env,
    out: (part) =>
      new Promise((resolve, reject) => process.stdout.write(part, (error) => (error ? reject(error) : resolve()))),
    err: (part) => process.stderr.write(part),
    stdin: () => text(process.stdin),
    ask: process.stdin.isTTY ? ask : undefined,
    interruption: () => {
      interruption = new AbortController();
      return interruption.signal;
    },
    isTerminal: process.stdout.isTTY === true,
    isWatched: process.stderr.isTTY === true,
    version,
  };
}

/** One line of whoever sits there; of a hidden one the terminal shows nothing. */
async function ask(question: string, hidden = false): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: hidden ? nowhere : process.stderr, terminal: hidden });
  reader.on('SIGINT', () => process.exit(130));
  const ended = new Promise<string>((resolve) => reader.once('close', () => resolve('')));
  const answer = await Promise.race([reader.question(''), ended]);
  reader.close();
  if (hidden) process.stderr.write('\n');
  return answer;
}
