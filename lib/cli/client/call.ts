import { fieldValue, requireValue, textOf } from './args';
import { type Command, GLOBAL_FLAGS } from './command';
import { EXIT, Failure } from './failure';
import { columnsOf, type Format, fields, json, table, visible, yaml } from './output';
import { megabytes, type Progress, progressBeside } from './progress';
import { dataOf, send, type Target, unanswered } from './server';
import { formatOf, type Session, targetOf } from './session';
import { unknownFlag } from './texts';

type Row = Record<string, unknown>;
type Page = { list: Row[]; total?: number; next_cursor?: string };
type Request = { path: string; query: URLSearchParams; body: unknown };

const isPage = (data: unknown): data is Page =>
  typeof data === 'object' && data !== null && Array.isArray((data as Partial<Page>).list);

/** Calls one endpoint and prints what it answers. */
export async function callEndpoint(session: Session, command: Command): Promise<void> {
  const format = formatOf(session);
  const request = await requestOf(session, command);
  const target = await targetOf(session);
  if (session.flags.has('all') && command.fields.some(({ name }) => name === 'page')) {
    return printPages(session, target, request, format);
  }
  const response = await send(target, command.method, pathOf(request), request.body);
  if (!command.raw || !response.ok) return printData(session, await dataOf(target, response), format);
  await printStream(session, target, response);
}

/** A file as it is; on a terminal without what could drive it. */
export async function printStream({ io }: Session, target: Target, response: Response): Promise<void> {
  const decoder = new TextDecoder();
  const parts = response.body?.getReader();
  const all = Number(response.headers.get('content-length'));
  const progress = progressBeside(io);
  try {
    for (let come = 0; ; ) {
      const { value, done } = (await parts?.read().catch(unanswered(target))) ?? { done: true };
      if (done || value === undefined) return;
      const text = () => decoder.decode(value, { stream: true }).split('\n').map(visible).join('\n');
      await io.out(io.isTerminal ? text() : value);
      come += value.length;
      progress.tell(megabytes(come, all));
    }
  } finally {
    progress.end();
  }
}

const pathOf = ({ path, query }: Request) => (query.size > 0 ? `${path}?${query}` : path);

/** What is written on the command line, as a request. */
async function requestOf({ words, flags, say, io }: Session, command: Command): Promise<Request> {
  const ids = words.slice(2);
  const { length } = command.ids;
  const missing = command.ids[ids.length];
  if (missing !== undefined) throw new Failure(EXIT.usage, say('missing', { name: `<${missing}>` }));
  if (ids.length > length) throw new Failure(EXIT.usage, say('too_many', { name: ids.slice(length).join(' ') }));
  const request: Request = { path: '', query: new URLSearchParams(), body: undefined };
  request.path = command.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(ids[command.ids.indexOf(name)] ?? ''),
  );
  const body: Row = flags.has('body') ? await bodyFrom(flags.get('body')?.at(-1) ?? '', { say, io }) : {};
  for (const [flag, given] of flags) {
    if (flag in GLOBAL_FLAGS) {
      requireValue(flag, given, say);
      continue;
    }
    const field = command.fields.find((one) => one.flag === flag || one.name === flag);
    if (!field) {
      const known = command.fields.map((one) => one.flag);
      throw new Failure(EXIT.usage, unknownFlag(say, flag, known));
    }
    requireValue(flag, given, say);
    const texts = await Promise.all(given.map((text) => textOf(text, io.stdin, say)));
    const value = fieldValue(field, texts, say);
    if (field.place === 'body') body[field.name] = value;
    else request.query.set(field.name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const absent = command.fields.find(
    ({ required, place, name }) =>
      required && !flags.has('body') && (place === 'body' ? !(name in body) : !request.query.has(name)),
  );
  if (absent) throw new Failure(EXIT.usage, say('missing', { name: `--${absent.flag}` }));
  return command.takesBody ? { ...request, body } : request;
}

/** A whole body as JSON. */
export async function bodyFrom(text: string, { say, io }: Pick<Session, 'say' | 'io'>): Promise<Row> {
  try {
    return JSON.parse(await textOf(text, io.stdin, say)) as Row;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(EXIT.usage, say('bad_value', { name: 'body', wanted: 'JSON' }));
  }
}

/** Page after page. */
async function printPages(session: Session, target: Target, request: Request, format: Format): Promise<void> {
  const progress = progressBeside(session.io);
  try {
    await eachPage(session, target, request, format, progress);
  } finally {
    progress.end();
  }
}

/** One page is in memory at a time. */
async function eachPage(session: Session, target: Target, request: Request, format: Format, progress: Progress) {
  const { out } = session.io;
  let columns: readonly string[] = [];
  let printed = 0;
  if (format === 'json') await out('[');
  request.query.set('size', '100');
  for (let page = 1; ; page++) {
    // Where a list goes on by cursor, its pages by number end somewhere, and one that is not full need not be the last.
    if (!request.query.has('cursor')) request.query.set('page', String(page));
    const data = await dataOf(target, await send(target, 'GET', pathOf(request)));
    const { list, total = 0, next_cursor }: Page = isPage(data) ? data : { list: [] };
    const isFirst = printed === 0;
    if (format === 'table' && isFirst && list.length > 0) columns = shownColumns(session, list);
    if (format === 'json') for (const [i, row] of list.entries()) await out(`${printed + i ? ',' : ''}\n${json(row)}`);
    else if (list.length > 0) await out(`${format === 'yaml' ? yaml(list) : table(list, columns, isFirst)}\n`);
    printed += list.length;
    progress.tell(`${printed} / ${total}`);
    if (next_cursor === undefined ? list.length < 100 || page * 100 >= total : next_cursor === '') break;
    if (next_cursor !== undefined) {
      request.query.delete('page');
      request.query.set('cursor', next_cursor);
    }
  }
  if (format === 'table' && printed === 0) shownColumns(session, []);
  if (format === 'json') await out('\n]\n');
}

/** The columns of a table that begins with these rows; says what no row has, and that there are none. */
function shownColumns({ io, flags, say }: Session, rows: readonly Row[]): readonly string[] {
  const asked = flags.get('columns')?.at(-1)?.split(',');
  const known = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lacking = rows.length === 0 ? [] : (asked?.filter((name) => !known.includes(name)) ?? []);
  if (rows.length === 0) io.err(`${say('no_rows')}\n`);
  for (const name of lacking) io.err(`${say('no_column', { name: visible(name), known: known.join(', ') })}\n`);
  return asked ?? columnsOf(rows);
}

/** Data in the form asked for. */
export async function printData(session: Session, data: unknown, format: Format): Promise<void> {
  const { io } = session;
  if (format === 'json') return io.out(`${json(data ?? null)}\n`);
  if (format === 'yaml') return io.out(`${yaml(data ?? null)}\n`);
  if (data === null || data === undefined) return;
  const rows = isPage(data) ? data.list : Array.isArray(data) ? (data as unknown[]) : undefined;
  if (rows?.every((row) => typeof row === 'object' && row !== null)) {
    const columns = shownColumns(session, rows as Row[]);
    return rows.length === 0 ? undefined : io.out(`${table(rows as Row[], columns, true)}\n`);
  }
  await io.out(`${typeof data === 'object' && !rows ? fields(data as Row) : json(data)}\n`);
}
