import { describe, expect, it } from 'vitest';
import { messages } from '@/lib/generated/messages';

function* texts(tree: object, path = ''): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') yield [at, value];
    else yield* texts(value, at);
  }
}

const argsOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
const COUNTED = /\{(\w+), (?:plural|number)\b/g;
const BARE = /\{(\w+)\}/g;

describe('figures in texts', () => {
  it('have their separators: what one language counts is a number in both', () => {
    const zh = new Map(texts(messages['zh-CN']));
    const bare: string[] = [];
    for (const [path, en] of texts(messages['en-US'])) {
      const both = [en, zh.get(path) ?? ''];
      const counted = new Set(both.flatMap((text) => argsOf(text, COUNTED)));
      // A branch of a select, such as {done {changed} …}, is in braces too and is no argument.
      for (const text of both) {
        const args = argsOf(text.replace(/\b(?:other|one|done|=\d+) \{\w+\}/g, ''), BARE);
        bare.push(...args.filter((name) => counted.has(name)).map((name) => `${path}: {${name}}`));
      }
    }
    expect(bare).toEqual([]);
  });
});
