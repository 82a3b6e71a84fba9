import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { type EventLine, SOURCE_ACCESS } from '../events/event';
import { idOfLine, idOfRequest, Occurrences } from '../events/identity';
import { mergeHalves } from '../events/merge';
import { KEPT_TEXT, type RejectedLine } from '../events/rejected';
import type { LogFormat, RejectReason } from '../events/vocabulary';
import { detectFormat, PARSERS } from './formats';
import { decodeLine, type Line, openLog, splitLines } from './lines';
import { ParseError } from './parse-error';
import { type PlainLine, plainLine, timeOf } from './plain-line';
import { emptyReport, type FileReport } from './report';

/** Audit lines wait for their access line in memory up to this many; then they go alone and the server joins them. */
const MAX_PENDING = 200_000;
const SAMPLE = 40;

export type ReadOptions = {
  format: LogFormat | 'auto';
  onBytes?: (count: number) => void;
  maxPending?: number;
  /** Lines that Parapet can read as a set are given out as they are, unless an audit line waits for them. */
  asLines?: boolean;
};

/** Some events, lines as they are and rejected lines of one file. */
export type ReadBatch = { report: FileReport; events: EventLine[]; lines: PlainLine[]; rejected: RejectedLine[] };

type Source = { file: string; format: LogFormat | undefined; report: FileReport };
type Pending = { line: EventLine; report: FileReport };

async function sniff(file: string): Promise<LogFormat | undefined> {
  const texts: string[] = [];
  const stream = await openLog(file);
  try {
    for await (const lines of splitLines(stream)) {
      for (const line of lines) if (line.bytes.length > 0) texts.push(decodeLine(line.bytes).text);
      if (texts.length >= SAMPLE) break;
    }
  } finally {
    stream.destroy();
  }
  return detectFormat(texts.slice(0, SAMPLE));
}

async function sourcesOf(files: readonly string[], format: LogFormat | 'auto'): Promise<Source[]> {
  const sources: Source[] = [];
  for (const file of files) {
    const found = format === 'auto' ? await sniff(file) : format;
    sources.push({ file, format: found, report: { ...emptyReport(file), format: found ?? 'unknown' } });
  }
  const audits = sources.filter((s) => s.format === 'modsecurity_json');
  return [...audits, ...sources.filter((s) => s.format !== 'modsecurity_json')];
}

/** Parses one line; the answer is an event with its identity, a reason, or null for a blank line. */
class LineReader {
  private readonly identical = new Occurrences();

  constructor(private readonly source: Source) {}

  read(line: Line): EventLine | RejectReason | null {
    const { report, format } = this.source;
    report.lines += 1;
    if (line.cut) return 'too_long';
    const { text, lossy } = decodeLine(line.bytes);
    if (lossy) report.lossy += 1;
    if (text.trim() === '') {
      report.blank += 1;
      return null;
    }
    if (!format) return 'unknown_format';
    try {
      const event = PARSERS[format](text);
      event.event_id = event.request_id
        ? idOfRequest(event.request_id)
        : idOfLine(line.bytes, this.identical.next(line.bytes));
      return event;
    } catch (error) {
      if (error instanceof ParseError) return error.reason;
      throw error;
    }
  }

  rejected(line: Line, reason: RejectReason): RejectedLine {
    const { report, file } = this.source;
    report.rejected[reason] = (report.rejected[reason] ?? 0) + 1;
    const occurrence = this.identical.next(line.bytes);
    const reject_id = createHash('md5').update(reason).update(line.bytes).update(`\0${occurrence}`).digest('hex');
    const text = decodeLine(line.bytes.subarray(0, KEPT_TEXT)).text;
    return { reject_id, file: basename(file), line: line.number, reason, text };
  }
}

/** Joins audit lines with access lines by request id, whichever file was named first. */
class Joiner {
  private readonly pending = new Map<string, Pending>();

  constructor(private readonly limit: number) {}

  /** Keeps an audit line until its access line comes. */
  hold(line: EventLine, report: FileReport): void {
    const id = line.request_id ?? '';
    if (this.pending.has(id)) report.repeated += 1;
    else this.pending.set(id, { line, report });
  }

  join(line: EventLine, report: FileReport): EventLine {
    const found = line.request_id ? this.pending.get(line.request_id) : undefined;
    if (!found) return line;
    this.pending.delete(line.request_id ?? '');
    report.joined += 1;
    found.report.joined += 1;
    return { ...mergeHalves(line, found.line), matches: found.line.matches };
  }

  waitsFor(requestId: string): boolean {
    return this.pending.size > 0 && this.pending.has(requestId);
  }

  isFull(): boolean {
    return this.pending.size >= this.limit;
  }

  /** Everything still waiting, grouped by the file it came from. */
  *drain(): Generator<ReadBatch> {
    const byReport = new Map<FileReport, EventLine[]>();
    for (const { line, report } of this.pending.values()) {
      report.alone += 1;
      report.events += 1;
      const list = byReport.get(report);
      if (list) list.push(line);
      else byReport.set(report, [line]);
    }
    this.pending.clear();
    for (const [report, events] of byReport) yield { report, events, lines: [], rejected: [] };
  }
}

async function* readSource(source: Source, joiner: Joiner, options: ReadOptions): AsyncGenerator<ReadBatch> {
  const reader = new LineReader(source);
  const { report } = source;
  const asLines = options.asLines === true && source.format === 'nginx_json';
  for await (const lines of splitLines(await openLog(source.file, options.onBytes))) {
    const batch: ReadBatch = { report, events: [], lines: [], rejected: [] };
    for (const line of lines) {
      const plain = asLines ? plainLine(line) : undefined;
      if (plain && !joiner.waitsFor(plain.request_id)) {
        report.lines += 1;
        batch.lines.push(plain);
        continue;
      }
      const result = reader.read(line);
      if (result === null) continue;
      if (typeof result === 'string') batch.rejected.push(reader.rejected(line, result));
      else if ((result.sources ?? 0) & SOURCE_ACCESS) {
        report.events += 1;
        batch.events.push(joiner.join(result, report));
      } else joiner.hold(result, report);
    }
    if (batch.events.length || batch.lines.length || batch.rejected.length) yield batch;
    if (joiner.isFull()) yield* joiner.drain();
  }
}

/**
 * Reads log files (plain or gzip, in any order) as batches of events; audit files first, so that their lines are at hand
 * when the access lines pass. Nothing is held but waiting audit lines. Rejects when a file cannot be opened.
 */
export async function* readLogs(
  files: readonly string[],
  options: ReadOptions,
  reports: FileReport[] = [],
): AsyncGenerator<ReadBatch> {
  const sources = await sourcesOf(files, options.format);
  reports.push(...files.flatMap((file) => sources.filter((s) => s.file === file).map((s) => s.report)));
  const joiner = new Joiner(options.maxPending ?? MAX_PENDING);
  for (const source of sources) yield* readSource(source, joiner, options);
  yield* joiner.drain();
}

/** Time of the newest event of all files, in Unix ms; undefined when no line can be read. */
export async function newestTime(files: readonly string[], options: ReadOptions): Promise<number | undefined> {
  let newest: number | undefined;
  for await (const { events, lines } of readLogs(files, { ...options, asLines: true })) {
    for (const { time } of events) if (newest === undefined || time > newest) newest = time;
    for (const time of lines.map(timeOf)) if (newest === undefined || time > newest) newest = time;
  }
  return newest;
}
