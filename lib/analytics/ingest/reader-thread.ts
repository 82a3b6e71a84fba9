/** Runs on a thread of its own (reader.ts): reads one batch after another. */
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { Locale } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translate';
import { type Outcome, outcomeOf } from '@/lib/threads/outcome';
import { openCountries } from '../enrich/country';
import { openEnricher } from '../enrich/enricher';
import type { Owner } from './accept';
import { type ReadBatch, readBatch } from './batch';
import { type LogLines, type ReadLog, readLogLines } from './log-lines';

/** What is read: the body of a batch, or lines of a log. */
export type ReadTask = (Readonly<{ body: Uint8Array }> | Readonly<{ log: LogLines }>) & {
  locale: Locale;
  port: MessagePort;
};

const newEnricher = openEnricher(openCountries());

/** Reads a batch; asks through `port` whose the hosts are. */
export default async function read({ locale, port, ...task }: ReadTask): Promise<Outcome<ReadBatch | ReadLog>> {
  const ownersOf = async (hosts: readonly string[]) => {
    const gone = new AbortController();
    // Nobody answers where the store is away; waiting for it, this thread would read no other batch.
    port.once('close', () => gone.abort());
    const answer = once(port, 'message', { signal: gone.signal });
    port.postMessage(hosts);
    const [owners] = (await answer) as [readonly (Owner | undefined)[]];
    return owners;
  };
  const context = { t: translator(locale), enricher: newEnricher(), ownersOf };
  const work = async () => ('log' in task ? readLogLines(task.log, context) : readBatch(task.body, context));
  return outcomeOf(work).finally(() => port.close());
}
