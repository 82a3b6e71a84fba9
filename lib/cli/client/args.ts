import { readFile } from 'node:fs/promises';
import { type Field, GLOBAL_FLAGS, SHORT, SWITCHES } from './command';
import { EXIT, Failure } from './failure';
import type { Say } from './texts';

/** The command line, read: words in order, and the values of each flag. */
export type Args = { words: string[]; flags: Map<string, string[]> };

/** Splits words and flags; a flag takes the next word whatever it is, unless it needs none. One that lacks its value has none. */
export function readArgs(argv: readonly string[]): Args {
  const words: string[] = [];
  const flags = new Map<string, string[]>();
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name, attached] = /^--([a-z][\w-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    const flag = SHORT[word] ?? name;
    if (flag === undefined) {
      words.push(word);
      continue;
    }
    const value = attached ?? (GLOBAL_FLAGS[flag] || SWITCHES.includes(flag) ? 'true' : rest.shift());
    flags.set(flag, value === undefined ? [] : [...(flags.get(flag) ?? []), value]);
  }
  return { words, flags };
}

/** Refuses a flag without its value; said of those that are known at all. */
export function requireValue(flag: string, given: readonly string[], say: Say): void {
  if (given.length === 0) throw new Failure(EXIT.usage, say('needs_value', { name: flag }));
}

/** `@file` and `-` are read; everything else is itself. */
export async function textOf(value: string, stdin: () => Promise<string>, say: Say): Promise<string> {
  if (value === '-') return stdin();
  if (!value.startsWith('@')) return value;
  return readFile(value.slice(1), 'utf8').catch(() => {
    throw new Failure(EXIT.usage, say('unreadable', { name: value.slice(1) }));
  });
}

/** What a field's flag becomes in the request. */
export function fieldValue({ flag, kind }: Field, texts: readonly string[], say: Say): unknown {
  const wrong = (wanted: string) => new Failure(EXIT.usage, say('bad_value', { name: flag, wanted }));
  const number = (text: string) => {
    if (!/^-?\d+(\.\d+)?$/.test(text)) throw wrong(say('a_number'));
    return Number(text);
  };
  const last = texts.at(-1) ?? '';
  if (kind === 'texts') return texts;
  if (kind === 'numbers') return texts.map(number);
  if (kind === 'number') return number(last);
  if (kind === 'boolean') {
    if (last !== 'true' && last !== 'false') throw wrong('true | false');
    return last === 'true';
  }
  if (kind === 'text') return last;
  const json = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      throw wrong('JSON');
    }
  };
  // Each is one of them, or a list of some.
  return kind === 'objects' ? texts.flatMap(json) : json(last);
}
