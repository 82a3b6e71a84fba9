import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyJson } from './json';

/** Folder into which answers are recorded for the API reference (`npm run examples`); no test writes there otherwise. */
const FOLDER = process.env.EXAMPLES_DIR;

export const isRecording = FOLDER !== undefined;

/** An answer, by the operation's id or the error's key. */
export type Recorded = { kind: 'answer' | 'error'; key: string; value: AnyJson };

export function record(recorded: Recorded): void {
  if (FOLDER) appendFileSync(path.join(FOLDER, `${process.pid}.ndjson`), `${JSON.stringify(recorded)}\n`);
}
