/** Runs on a thread of its own (reader.ts): reads one batch after another. */
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { AppError } from '@/lib/api/errors';
import type { Locale } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translate';
import { openCountries } from '../enrich/country';
import { openEnricher } from '../enrich/enricher';
import type { Owner } from './accept';
import { type ReadBatch, readBatch } from './batch';

export type ReadTask = { body: Uint8Array; locale: Locale; port: MessagePort };

/** What the thread answers: an error of the caller's does not survive the way as an instance of its class. */
export type ReadOutcome = ReadBatch | { refused: { errKey: string; details: AppError['details'] } };

const newEnricher = openEnricher(openCountries());

/** Reads a batch; asks through `port` whose the hosts are. */
export default async function read({ body, locale, port }: ReadTask): Promise<ReadOutcome> {
  const ownersOf = async (hosts: readonly string[]) => {
    const answer = once(port, 'message');
    port.postMessage(hosts);
    const [owners] = (await answer) as [readonly (Owner | undefined)[]];
    return owners;
  };
  try {
    return await readBatch(body, { t: translator(locale), enricher: newEnricher(), ownersOf });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refused: { errKey: error.errKey, details: error.details } };
  } finally {
    port.close();
  }
}
