import { AppError } from './errors';

const MAX_DEPTH = 32;

const bad = (message: string, field?: string) =>
  new AppError('err.request.bad_json', { values: { reason: message }, field });

/**
 * Parses a request body strictly: fatal UTF-8, bounded depth, no key twice, no `__proto__`, no control characters
 * or lone surrogates in strings, no number a double cannot hold.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw bad('utf8');
  }
  scan(source);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw bad('syntax');
  }
  inspect(value, []);
  return value;
}

/** One linear pass before JSON.parse, which would accept any depth and keep the last of two equal keys. */
function scan(source: string): void {
  const open: (Set<string> | undefined)[] = [];
  let expectsKey = false;
  for (let i = 0; i < source.length; i++) {
    const c = source[i];
    if (c === '"') {
      const end = endOfString(source, i);
      const keys = open.at(-1);
      if (keys && expectsKey) {
        const key = source.slice(i, end + 1);
        if (keys.has(key)) throw bad('duplicate_key', key.slice(1, -1));
        keys.add(key);
      }
      expectsKey = false;
      i = end;
    } else if (c === '{' || c === '[') {
      open.push(c === '{' ? new Set() : undefined);
      if (open.length > MAX_DEPTH) throw bad('depth');
      expectsKey = c === '{';
    } else if (c === '}' || c === ']') {
      open.pop();
    } else if (c === ',') {
      expectsKey = open.at(-1) !== undefined;
    }
  }
}

function endOfString(source: string, start: number): number {
  for (let i = start + 1; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '"') return i;
  }
  throw bad('syntax');
}

const CONTROL = /[^\P{Cc}\t\n\r]/u;

function inspect(value: unknown, path: readonly (string | number)[]): void {
  const here = () => path.join('.');
  if (typeof value === 'string') {
    if (CONTROL.test(value)) throw bad('control_characters', here());
    if (!value.isWellFormed()) throw bad('surrogate', here());
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw bad('number', here());
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) inspect(item, [...path, i]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__') throw bad('key', [...path, key].join('.'));
      inspect(key, [...path, key]);
      inspect(item, [...path, key]);
    }
  }
}
