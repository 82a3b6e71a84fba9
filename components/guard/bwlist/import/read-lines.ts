import { cidrsOf, type RangeRefusal, readAddress } from '@/lib/guard/bwlist/address';

/** More than this, in lines or in addresses, is not read: several times what a feed has. */
export const MAX_LINES = 200_000;
/** Characters of a line that the report shows. */
const SHOWN = 100;
/** Lines between two looks at the clock. */
const STEP = 200;

/** `everything`: it would match every address, so it is added by hand or not at all. */
export type Why = 'ip_address' | 'ip_leading_zeros' | 'ip_prefix' | 'everything' | RangeRefusal['key'];

type Read = { line: number; text: string };
export type Refused = Read & { why: Why };
export type Repeated = Read & { ip_addr: string; of: number };
export type Accepted = Read & { ip_addr: string };

/** What a text of addresses says, by its lines, which count from 1. */
export type Report = {
  /** Lines that were to hold an address. */
  total: number;
  comments: number;
  refused: Refused[];
  /** The same address as another line before. */
  repeated: Repeated[];
  /** Addresses as the server stores them, each once. */
  accepted: Accepted[];
  isTooLong: boolean;
};

const COMMENT = /^(#|;|\/\/)/;
const BETWEEN_CELLS = /[,;\t]/;
const HEADS = /^(ip|ip[_ -]?addr(ess)?|addr(ess)?|cidr|network|netblock|subnet|prefix|地址|ip\s*地址|网段)$/i;
/** From an address to another, perhaps with space around the dash; it has at most SHOWN characters. */
const RANGE = /^([\da-f.:]+)\s{0,4}[-–]\s{0,4}([\da-f]*[.:][\da-f.:]*)(?:\s|$)/i;
const EVERYTHING = ['0.0.0.0/0', '::/0'];

const cellsOf = (line: string) =>
  line.split(BETWEEN_CELLS).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );

/** The column of addresses where a line is the head of a table. */
function headOf(line: string): number | null {
  const column = cellsOf(line).findIndex((cell) => HEADS.test(cell));
  return column === -1 ? null : column;
}

/** An address as the server stores it, and the whole network where bits go beyond the prefix. */
function storedForm(text: string): { ip_addr: string } | { why: Why } {
  const read = readAddress(text);
  const ip_addr = 'ip_addr' in read ? read.ip_addr : read.key === 'ip_host_bits' ? read.network : null;
  if (ip_addr === null) return { why: 'key' in read && read.key !== 'ip_host_bits' ? read.key : 'ip_address' };
  return EVERYTHING.includes(ip_addr) ? { why: 'everything' } : { ip_addr };
}

/** What of a cell is read; what follows it after a space is a comment. */
function textOf(cell: string): { text: string; ends?: [string, string] } {
  const [range, first, last] = RANGE.exec(cell.slice(0, SHOWN)) ?? [];
  if (range && first && last) return { text: range.trim(), ends: [first, last] };
  return { text: cell.split(/\s/)[0] ?? '' };
}

/** What a text adds: an address, or the CIDRs that a range is made of. */
function storedForms({ text, ends }: ReturnType<typeof textOf>): { ip_addrs: string[] } | { why: Why } {
  if (!ends) {
    const one = storedForm(text);
    return 'why' in one ? one : { ip_addrs: [one.ip_addr] };
  }
  const range = cidrsOf(...ends);
  if ('key' in range) return { why: range.key };
  const forms = range.ip_addrs.map(storedForm);
  const refused = forms.find((form) => 'why' in form);
  return refused ?? { ip_addrs: forms.flatMap((form) => ('ip_addr' in form ? form.ip_addr : [])) };
}

/** The lines of a text with their numbers, without their ends. */
function* linesOf(text: string): Generator<Read> {
  let line = 0;
  for (let from = text.startsWith('\ufeff') ? 1 : 0; from < text.length; ) {
    const found = text.indexOf('\n', from);
    const end = found === -1 ? text.length : found;
    yield { line: ++line, text: text.slice(from, end).trim() };
    from = end + 1;
  }
}

/**
 * Reads the addresses of a text: one, or a range of them, a line, or the column of a table that is named for them, else its first. What begins
 * with #, ; or // is a comment, and what follows an address after a space is too. Yields the lines done, now and then.
 */
export function* readLines(text: string, most = MAX_LINES): Generator<number, Report> {
  const report: Report = { total: 0, comments: 0, refused: [], repeated: [], accepted: [], isTooLong: false };
  const firstLines = new Map<string, number>();
  let column: number | null = null;
  for (const { line, text: written } of linesOf(text)) {
    if (line > most || report.accepted.length > most) return { ...report, isTooLong: true };
    if (line % STEP === 0) yield line;
    if (written === '') continue;
    if (COMMENT.test(written)) {
      report.comments++;
      continue;
    }
    if (column === null) {
      const head = headOf(written);
      column = head ?? 0;
      if (head !== null) continue;
    }
    const cell = cellsOf(written)[column] ?? '';
    report.total++;
    const found = textOf(cell);
    const read = { line, text: (found.text || written).slice(0, SHOWN) };
    const stored = storedForms(found);
    if ('why' in stored) {
      report.refused.push({ ...read, ...stored });
      continue;
    }
    for (const ip_addr of stored.ip_addrs) {
      const of = firstLines.get(ip_addr);
      if (of === undefined) report.accepted.push({ ...read, ip_addr });
      else report.repeated.push({ ...read, ip_addr, of });
      firstLines.set(ip_addr, of ?? line);
    }
  }
  return report;
}
