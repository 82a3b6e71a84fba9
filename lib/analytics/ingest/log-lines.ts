import { createHash } from 'node:crypto';
import { cut } from '@/lib/text/well-formed';
import type { Enricher } from '../enrich/enricher';
import type { EventLine } from '../events/event';
import { idOfLine, idOfRequest, Occurrences } from '../events/identity';
import { KEPT_TEXT } from '../events/rejected';
import type { DistinctValues, JsonList, KnownValues, NumberedLine } from '../store/store';
import { acceptLine, hostOf, hostOfAuthority, type Owner } from './accept';
import { type OwnersOf, Packs, type ReadBatch, Rejected } from './batch';
import type { LinesHeader } from './contract';
import { cleanHost } from './fields';
import { PARSERS } from './formats';
import { decodeLine, MAX_LINE } from './lines';
import { mapped } from './mapped';
import { ParseError } from './parse-error';

/** Lines of a log to be read one by one, and values of lines that the store reads as a set. */
export type LogLines = {
  header: LinesHeader;
  /** The node that sends them, whatever they say. */
  node_id?: string;
  /** All lines of the batch, or those that the store left. */
  lines: Uint8Array | readonly NumberedLine[];
  values: DistinctValues;
};

/** What became of them: a batch of the lines, what is known of the values, and hosts the sender may not send for. */
export type ReadLog = ReadBatch & { known: KnownValues; refusedHosts: string[] };

type Read = { number: number; bytes: Buffer; event: EventLine };

const NEWLINE = 0x0a;

function* linesOf(lines: LogLines['lines']): Generator<{ number: number; bytes: Buffer }> {
  if (!(lines instanceof Uint8Array)) {
    for (const { number, text } of lines) yield { number, bytes: Buffer.from(text) };
    return;
  }
  const all = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  for (let from = 0, number = 1; from < all.length; number++) {
    const end = all.indexOf(NEWLINE, from);
    yield { number, bytes: all.subarray(from, end < 0 ? all.length : end) };
    from = end < 0 ? all.length : end + 1;
  }
}

/** The lines that have these numbers. */
export function numberedLines(lines: Uint8Array, numbers: readonly number[]): NumberedLine[] {
  if (numbers.length === 0) return [];
  const wanted = new Set(numbers);
  return [...linesOf(lines)].flatMap(({ number, bytes }) =>
    wanted.has(number) ? [{ number, text: bytes.toString() }] : [],
  );
}

/** Parses lines one by one. */
class OneByOne {
  readonly read: Read[] = [];
  readonly rejected = new Rejected();
  received = 0;
  private readonly identical = new Occurrences();

  constructor(
    private readonly header: LinesHeader,
    private readonly node_id?: string,
  ) {}

  add(number: number, bytes: Buffer): void {
    const { text } = decodeLine(bytes);
    if (text.trim() === '') return;
    this.received += 1;
    if (bytes.length > MAX_LINE) {
      this.reject(number, bytes, 'too_long');
      return;
    }
    try {
      this.read.push({ number, bytes, event: this.parse(text, bytes) });
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      this.reject(number, bytes, error.reason);
    }
  }

  reject(number: number, bytes: Buffer, reason: ParseError['reason']): void {
    const { file, first_line } = this.header;
    const nth = `\0${this.identical.next(bytes)}`;
    this.rejected.addLine(reason, {
      reject_id: createHash('md5').update(reason).update(bytes).update(nth).digest('hex'),
      file,
      line: first_line + number - 1,
      text: cut(decodeLine(bytes.subarray(0, 4 * KEPT_TEXT)).text, KEPT_TEXT),
    });
  }

  private parse(text: string, bytes: Buffer): EventLine {
    const { format, shift_ms, hosts } = this.header;
    const event = PARSERS[format](text);
    const event_id = event.request_id ? idOfRequest(event.request_id) : idOfLine(bytes, this.identical.next(bytes));
    const { node_id = event.node_id } = this;
    return { ...event, event_id, node_id, time: event.time + shift_ms, host: mapped(event.host ?? '', hosts) };
  }
}

const listOf = (values: JsonList) => JSON.parse(values) as string[];

/** Columns of rows, each as JSON. */
const columnsOf = <Column extends string>(
  names: readonly Column[],
  rows: readonly Readonly<Record<Column, string | number>>[],
) =>
  Object.fromEntries(names.map((name) => [name, JSON.stringify(rows.map((row) => row[name]))])) as Record<
    Column,
    JsonList
  >;

/** What is known of distinct values; those of `owners` whose host may not be sent for are left out. */
function knownOf(
  { addresses, agents, referers }: DistinctValues,
  hosts: ReadonlyMap<string, string>,
  owners: ReadonlyMap<string, Owner | undefined>,
  enricher: Enricher,
): KnownValues {
  const owned = [...hosts].flatMap(([raw, host]) => {
    const owner = owners.get(host);
    return owner ? [{ ...owner, raw, host }] : [];
  });
  const places = listOf(addresses).map((raw) => ({ raw, ...enricher.place(raw) }));
  const classes = listOf(agents).map((raw) => ({ raw, ...enricher.userAgent(raw) }));
  const origins = listOf(referers).map((raw) => ({ raw, referer_host: hostOfAuthority(raw) }));
  return {
    hosts: columnsOf(['raw', 'host', 'oem_id', 'domain_id'], owned),
    addresses: columnsOf(['raw', 'country', 'asn'], places),
    agents: columnsOf(['raw', 'ua_class', 'ua_name'], classes),
    referers: columnsOf(['raw', 'referer_host'], origins),
  };
}

/** Reads what only JavaScript can of a batch of log lines; belongs on a thread of its own, as readBatch. */
export async function readLogLines(
  { header, node_id, lines, values }: LogLines,
  { enricher, ownersOf }: { enricher: Enricher; ownersOf: OwnersOf },
): Promise<ReadLog> {
  const one = new OneByOne(header, node_id);
  for (const { number, bytes } of linesOf(lines)) one.add(number, bytes);
  const rawHosts = new Map(
    listOf(values.hosts).map((raw) => [raw, hostOf({ host: mapped(cleanHost(raw), header.hosts) })] as const),
  );
  const hosts = [...new Set([...rawHosts.values(), ...one.read.map(({ event }) => hostOf(event))])];
  const answers = await ownersOf(hosts);
  const owners = new Map(hosts.map((host, i) => [host, answers[i]]));
  const packs = new Packs();
  for (const { number, bytes, event } of one.read) {
    const accepted = acceptLine(event, enricher, (host) => owners.get(host));
    if (typeof accepted === 'string') one.reject(number, bytes, accepted);
    else packs.add(accepted);
  }
  return {
    batch_id: header.batch_id,
    received: one.received,
    packs: packs.all(),
    rejected: one.rejected.lines,
    reasons: one.rejected.reasons,
    known: knownOf(values, rawHosts, owners, enricher),
    refusedHosts: [...rawHosts].flatMap(([raw, host]) => (owners.get(host) ? [] : [raw])),
  };
}
