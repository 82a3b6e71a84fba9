import type { Ctx } from '@/lib/api/context';
import { textsOf } from '@/lib/guard/dns/provider';
import { requireDomain } from '@/lib/guard/domains/locked';
import { readSettings } from '@/lib/guard/domains/repository';
import type { Preview, PreviewQuery } from './contract';
import { rebuilt, switchedTo, takenBack } from './operations';
import { answersOf, modeOf } from './records';
import { ofDomain } from './repository';
import type { RecordRow } from './tables';
import { NODE, SRC } from './vocabulary';

/** What an operation would make of the records of a domain; without a target a switch goes to the other mode. Throws no_record. */
export async function preview(ctx: Ctx, domain_id: string, { operation, target_mode }: PreviewQuery): Promise<Preview> {
  const row = await requireDomain(ctx, domain_id);
  const settings = await readSettings(ctx.db, domain_id);
  const before = await ofDomain(ctx.db, domain_id);
  const mode = target_mode ?? (modeOf(before) === SRC ? NODE : SRC);
  const operations = { switch: switchedTo(mode === SRC ? SRC : NODE), init: rebuilt, reset: takenBack };
  const after = await operations[operation](ctx.db, { row, settings, records: before }, ctx.now);
  return {
    domain_id,
    before: textsOf(answersOf(before)),
    after: textsOf(answersOf(after)),
    records: changedRecords(before, after),
  };
}

/** Records made anew that say the same are the same to whoever reads a preview. */
const keyOf = ({ made_of, node_id, record_type, record_line, value }: RecordRow) =>
  JSON.stringify([made_of, node_id, record_type, record_line, value]);

function changedRecords(before: readonly RecordRow[], after: readonly RecordRow[]): Preview['records'] {
  const [old, fresh] = [before, after].map((rows) => new Map(rows.map((row) => [keyOf(row), row])));
  return [...new Map([...(old ?? []), ...(fresh ?? [])])].flatMap(
    ([key, { made_of, record_type, record_line, value }]) => {
      const [was, will] = [old?.get(key)?.status ?? 0, fresh?.get(key)?.status ?? 0];
      return was === will ? [] : [{ made_of, record_type, record_line, value, before: was, after: will }];
    },
  );
}
