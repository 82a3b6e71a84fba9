import type { Format } from './formats';
import type { RejectReason } from './parse-error';

/** What became of the lines of one file; `lines` is the sum of blank, rejected, joined, repeated and events. */
export type FileReport = {
  file: string;
  format: Format | 'unknown';
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
  rejected: Partial<Record<RejectReason, number>>;
  /** Lines with bytes that are not UTF-8. */
  lossy: number;
  /** Filled from the server's answers. */
  stored: number;
  known: number;
  upgraded: number;
  /** Events whose time the server did not believe; kept as rejected lines. */
  refused: number;
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
    refused: 0,
    kept: 0,
  };
}

export function rejectedTotal(report: FileReport): number {
  return Object.values(report.rejected).reduce((sum, n) => sum + n, 0);
}

/** Whether every line of the file is accounted for: stored, known, joined, blank or kept as rejected. */
export function isExplained(r: FileReport): boolean {
  const asAudit = r.format === 'modsecurity_json' ? r.joined + r.repeated : 0;
  const read = r.blank + rejectedTotal(r) + r.events + asAudit === r.lines;
  return read && r.stored + r.known + r.upgraded + r.refused === r.events;
}
