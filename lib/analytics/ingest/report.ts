import { type RejectCounts, rejectedTotal } from '../events/rejected';
import type { LogFormat } from '../events/vocabulary';

/** What became of the lines of one file; `lines` is the sum of blank, rejected, joined, repeated and events. */
export type FileReport = {
  file: string;
  format: LogFormat | 'unknown';
  lines: number;
  blank: number;
  /** Lines that became an event of their own. */
  events: number;
  /** Audit lines that found their access line here (or access lines that found their audit line). */
  joined: number;
  /** Audit lines whose access line was in none of the files. */
  alone: number;
  /** Audit lines whose request id came up before in the same command. */
  repeated: number;
  rejected: RejectCounts;
  /** Lines with bytes that are not UTF-8. */
  lossy: number;
  /** Filled from the server's answers. */
  stored: number;
  known: number;
  upgraded: number;
  /** Events that the server refused, by reason. */
  refused: RejectCounts;
  /** Rejected lines that are new to the store. */
  kept: number;
};

export function emptyReport(file: string): FileReport {
  return {
    file,
    format: 'unknown',
    lines: 0,
    blank: 0,
    events: 0,
    joined: 0,
    alone: 0,
    repeated: 0,
    rejected: {},
    lossy: 0,
    stored: 0,
    known: 0,
    upgraded: 0,
    refused: {},
    kept: 0,
  };
}

/** Whether every line of the file is accounted for: stored, known, joined, blank or rejected with a reason. */
export function isExplained(r: FileReport): boolean {
  const asAudit = r.format === 'modsecurity_json' ? r.joined + r.repeated : 0;
  const read = r.blank + rejectedTotal(r.rejected) + r.events + asAudit === r.lines;
  return read && r.stored + r.known + r.upgraded + rejectedTotal(r.refused) === r.events;
}
