/** Gathers the texts of message files into one tree per language, and says which files disagree. */
import path from 'node:path';
import compile from 'icu-minify/compile';

export type Tree = { [key: string]: Tree | string };
/** A message file: its path below `messages/<locale>`, such as `guard/policies.json`, and what it says. */
export type MessageFile = { name: string; content: Record<string, Tree | string> };
/** Where each text of a language is defined, by its path, such as `guard.policies.title`. */
export type Origins = Map<string, string>;

/** Branches that any file may add to; everything else lives under its file's path. */
const SHARED = ['err', 'permission', 'sentence', 'kind', 'words'];

/** The path of each text that a file defines, with the text. */
function* textsOf({ name, content }: MessageFile): Generator<[string[], string]> {
  const own = name.replace(/\.json$/, '').split('/');
  for (const [key, value] of Object.entries(content)) yield* leaves([...(SHARED.includes(key) ? [] : own), key], value);
}

function* leaves(at: string[], value: Tree | string): Generator<[string[], string]> {
  if (typeof value === 'string') yield [at, value];
  else for (const [key, inner] of Object.entries(value)) yield* leaves([...at, key], inner);
}

/** The file that has defined this text already, or one below it or around it. */
function definedBefore(origins: Origins, keys: readonly string[]): string | undefined {
  for (let n = 1; n <= keys.length; n++) {
    const file = origins.get(keys.slice(0, n).join('.'));
    if (file) return file;
  }
  const below = `${keys.join('.')}.`;
  for (const [key, file] of origins) if (key.startsWith(below)) return file;
  return undefined;
}

/** One language's texts. Throws where two files define the same text, naming both. */
export function gather(locale: string, files: readonly MessageFile[]): { tree: Tree; origins: Origins } {
  const tree: Tree = Object.fromEntries(SHARED.map((branch) => [branch, {}]));
  const origins: Origins = new Map();
  for (const file of files) {
    const name = path.posix.join('messages', locale, file.name);
    for (const [keys, text] of textsOf(file)) {
      const other = definedBefore(origins, keys);
      if (other) throw new Error(`"${keys.join('.')}" is defined in ${other} and again in ${name}`);
      origins.set(keys.join('.'), name);
      put(tree, keys, text);
    }
  }
  return { tree, origins };
}

function put(tree: Tree, keys: readonly string[], text: string): void {
  let at = tree;
  for (const key of keys.slice(0, -1)) {
    const next = at[key] ?? {};
    at[key] = next;
    // Only texts end a path, and no text of another file is above this one.
    if (typeof next !== 'string') at = next;
  }
  at[keys.at(-1) ?? ''] = text;
}

/** Throws where a language lacks texts of another one, naming each text's file and the one it is missing from. */
export function requireSame(languages: Readonly<Record<string, Origins>>): void {
  const missing: string[] = [];
  for (const [locale, origins] of Object.entries(languages)) {
    for (const [other, others] of Object.entries(languages)) {
      for (const [key, file] of others) {
        if (origins.has(key)) continue;
        missing.push(`"${key}" is in ${file} and missing from ${file.replace(`/${other}/`, `/${locale}/`)}`);
      }
    }
  }
  if (missing.length > 0) throw new Error(missing.join('\n'));
}

/** A compiled text is a list of texts, marks and values, of which each begins with its name. */
type Part = string | number | Part[] | { [choice: string]: Part };

/** The values and tags of some parts, in their choices as well. */
function* valuesOf(parts: Part): Generator<string> {
  for (const part of Array.isArray(parts) ? parts : []) {
    if (!Array.isArray(part)) continue;
    const [name, ...inner] = part;
    yield String(name);
    for (const one of inner.flatMap((some) => (isChoices(some) ? Object.values(some) : [[some]]))) yield* valuesOf(one);
  }
}

const isChoices = (part: Part | undefined): part is { [choice: string]: Part } =>
  typeof part === 'object' && !Array.isArray(part);

const textsIn = (tree: Tree) => [...leaves([], tree)].map(([keys, text]) => [keys.join('.'), text] as const);

const namesIn = (text: string) => new Set(valuesOf(compile(text) as Part));

/**
 * Throws where a text takes a value or has a tag that the same text has in none of the languages that the code is written
 * with: nobody would give it.
 */
export function requireGiven(own: readonly Tree[], others: readonly (readonly [locale: string, tree: Tree])[]): void {
  const given = new Map<string, Set<string>>();
  for (const [key, text] of own.flatMap(textsIn))
    given.set(key, new Set([...(given.get(key) ?? []), ...namesIn(text)]));
  const stray = others.flatMap(([locale, tree]) =>
    textsIn(tree).flatMap(([key, text]) => {
      const unknown = [...namesIn(text)].filter((name) => !given.get(key)?.has(name));
      return unknown.map((name) => `"${key}" of ${locale} takes ${name}, which nobody gives`);
    }),
  );
  if (stray.length > 0) throw new Error(stray.join('\n'));
}
