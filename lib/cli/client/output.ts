export type Format = 'table' | 'json' | 'yaml';
type Row = Record<string, unknown>;

/** Most columns of a table that names none. */
const COLUMNS = 6;
/** Characters of a cell; the rest is in JSON. */
const CELL = 48;

/** Control and invisible characters as escapes, so that no name drives the terminal. */
export const visible = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (one) =>
    [...Array(one.length).keys()].map((i) => `\\u${one.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );

/** JSON whose texts are visible: line breaks are its own. */
export const json = (value: unknown, indent = 2) =>
  JSON.stringify(value, null, indent).split('\n').map(visible).join('\n');

/** YAML 1.2 in block form; texts are quoted as in JSON, which YAML reads alike. */
export function yaml(value: unknown, indent = ''): string {
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item) => `${indent}- ${yaml(item, `${indent}  `).trimStart()}`).join('\n');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
    return Object.entries(value)
      .map(([key, one]) => {
        const isBlock = typeof one === 'object' && one !== null && Object.keys(one).length > 0;
        const name =
          /^[a-z][a-z\d_]*$/i.test(key) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(key) ? key : json(key);
        return isBlock ? `${indent}${name}:\n${yaml(one, `${indent}  `)}` : `${indent}${name}: ${json(one)}`;
      })
      .join('\n');
  }
  return `${indent}${json(value)}`;
}

const isScalar = (value: unknown) => value === null || typeof value !== 'object';

/** Valid values, where what the server said does not name them. */
export function valuesBeside(said: string, valid: readonly unknown[] | undefined): string {
  const values = visible(valid?.join(', ') ?? '');
  return said.includes(values) ? '' : values;
}

/** The columns of a table unless others are asked for: the first scalars of its first row. */
export function columnsOf(rows: readonly Row[]): readonly string[] {
  return Object.entries(rows[0] ?? {})
    .filter(([, value]) => isScalar(value))
    .slice(0, COLUMNS)
    .map(([key]) => key);
}

function cell(value: unknown): string {
  const text = visible(
    value === null || value === undefined ? '' : isScalar(value) ? String(value) : JSON.stringify(value),
  );
  return text.length > CELL ? `${text.slice(0, CELL - 1)}…` : text;
}

/** Columns that Chinese takes on a terminal. */
const width = (text: string) =>
  [...text].reduce((sum, one) => sum + (/[\u1100-\u115f\u2e80-\uffdc]/.test(one) ? 2 : 1), 0);

/** Rows below each other; a column is no narrower than `least` has it. */
export function table(
  rows: readonly Row[],
  columns: readonly string[],
  withHeader: boolean,
  least: Readonly<Record<string, number>> = {},
): string {
  const lines = [
    ...(withHeader ? [columns.map((name) => name.toUpperCase())] : []),
    ...rows.map((row) => columns.map((name) => cell(row[name]))),
  ];
  const widths = columns.map((name, i) => Math.max(least[name] ?? 0, ...lines.map((line) => width(line[i] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((text, i) => text + ' '.repeat((widths[i] ?? 0) - width(text)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One object: a line for each field. */
export const fields = (value: Row) =>
  table(
    Object.entries(value).map(([field, one]) => ({ field, value: one })),
    ['field', 'value'],
    false,
  );
