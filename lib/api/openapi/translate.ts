import { textOf } from './errors';
import ofFields from './zh-CN.fields.json' with { type: 'json' };
import ofOperations from './zh-CN.json' with { type: 'json' };

/** Sentences that are written as they are, by the English one. */
export const dictionary: Readonly<Record<string, string>> = { ...ofOperations, ...ofFields };

/** Sentences that are made with names in them. */
const MADE: readonly [RegExp, string][] = [
  [/^Needs (`[^`]+`) and (`[^`]+`)\.$/, '需要 $1 和 $2 权限。'],
  [/^Needs (`[^`]+`)\.$/, '需要 $1 权限。'],
  [/^A body has at most ([\d.]+) KiB\.$/, '请求体最大 $1 KiB。'],
  [/^As (`GET [^`]+`) lists it\.$/, '取自 $1 列出的值。'],
  [/^Which (\w+) is meant\.$/, '指定 $1。'],
  [/^Charts of each page: (.+)\.$/, '各页面的图表：$1。'],
];

/** A sentence of the document in Chinese; itself where there is none, which a test forbids. */
export function inChinese(sentence: string): string {
  const made = MADE.find(([pattern]) => pattern.test(sentence));
  return dictionary[sentence] ?? (made ? sentence.replace(...made) : sentence);
}

/** Keys of the document whose values are read by people. */
export const WORDS: ReadonlySet<string> = new Set(['summary', 'description', 'x-displayName']);

const lines = (text: string) => text.split('\n').map(inChinese).join('\n');

/** The document with its summaries, descriptions and titles in Chinese; a description is one sentence, or one a line. */
export function translated<T>(value: T, name = ''): T {
  if (Array.isArray(value)) return value.map((one) => translated(one)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => {
    if (key === 'examples') return [key, one];
    if (typeof one !== 'string') return [key, translated(one, key)];
    if (key === 'description' && name.startsWith('err.')) return [key, textOf(name, 'zh-CN')];
    return [key, WORDS.has(key) ? lines(one) : one];
  });
  return Object.fromEntries(entries) as T;
}
