/** What the log keeps in place of a secret (lib/audit/redact.ts). */
const SECRET = '[redacted]';

export type Changes = Readonly<Record<string, { old?: unknown; new?: unknown }>>;

/** One side of a changed field: its text and the part of it that the other side does not have. */
export type Side = { kind: 'none' | 'secret' | 'text'; before: string; changed: string; after: string };
export type FieldChange = { path: string; old: Side; new: Side };

/** What a value of a field is called, such as the name behind an id; null where it speaks for itself. */
export type Words = (path: string, value: unknown) => string | null;

/** A value in words, or else as JSON text, objects over several lines. */
function textOf(path: string, value: unknown, words: Words | undefined): string {
  const word = words?.(path, value) ?? null;
  if (word !== null) return word;
  return typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value, null, 2) ?? '');
}

/** How many characters two texts have in common from the start, or with `fromEnd` from the end. */
function common(a: readonly string[], b: readonly string[], fromEnd: boolean, most: number): number {
  let n = 0;
  while (n < most && (fromEnd ? a.at(-1 - n) === b.at(-1 - n) : a[n] === b[n])) n++;
  return n;
}

/** Part of a number or of `false` says nothing; only texts and lists are compared letter by letter. */
const isLong = (value: unknown) => typeof value === 'string' || (typeof value === 'object' && value !== null);

const isNone = (value: unknown) => value === null || value === undefined;

function sideOf(value: unknown, from: number, to: number, letters: readonly string[]): Side {
  if (isNone(value)) return { kind: 'none', before: '', changed: '', after: '' };
  if (value === SECRET) return { kind: 'secret', before: '', changed: '', after: '' };
  const cut = (a: number, b?: number) => letters.slice(a, b).join('');
  return {
    kind: 'text',
    before: cut(0, from),
    changed: cut(from, letters.length - to),
    after: cut(letters.length - to),
  };
}

/** Both sides of a change; what they begin and end with together is distinguished from what changed between. */
export function fieldChange(path: string, change: { old?: unknown; new?: unknown }, words?: Words): FieldChange {
  const [a, b] = [[...textOf(path, change.old, words)], [...textOf(path, change.new, words)]];
  const isCompared = (isLong(change.old) && isLong(change.new)) || change.old === change.new;
  const most = isCompared ? Math.min(a.length, b.length) : 0;
  const from = common(a, b, false, most);
  const to = common(a, b, true, most - from);
  return { path, old: sideOf(change.old, from, to, a), new: sideOf(change.new, from, to, b) };
}

/** The fields of a diff in the order they were recorded. */
export function fieldChanges(changes: Changes, words?: Words): FieldChange[] {
  return Object.entries(changes).map(([path, change]) => fieldChange(path, change, words));
}
