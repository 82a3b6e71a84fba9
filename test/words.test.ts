import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { isAt } from '@/components/audit/values';
import { routes } from '@/lib/api/registry';
import { wordsOf } from '@/lib/api/words';
import { messages } from '@/lib/generated/messages';
import { resources } from '@/lib/generated/resources';
import { LOCALES } from '@/lib/i18n/locales';

type Found = { path: string; schema: z.ZodType; values: readonly unknown[] };
type Def = {
  type: string;
  entries?: Record<string, unknown>;
  values?: unknown[];
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
} & Partial<Record<'element' | 'valueType' | 'keyType' | 'in' | 'out' | 'innerType' | 'left' | 'right', z.ZodType>>;

/** Every enum and literal in a schema, with its path. */
function* enumsIn(schema: z.ZodType | undefined, path = ''): Generator<Found> {
  if (!schema) return;
  const def = schema._zod.def as unknown as Def;
  if (def.type === 'enum') yield { path, schema, values: Object.values(def.entries ?? {}) };
  if (def.type === 'literal') yield { path, schema, values: def.values ?? [] };
  const step = (name: string) => (path === '' ? name : `${path}.${name}`);
  for (const [name, inner] of Object.entries(def.shape ?? {})) yield* enumsIn(inner, step(name));
  for (const option of def.options ?? []) yield* enumsIn(option, path);
  for (const inner of [def.element, def.valueType]) yield* enumsIn(inner, step('*'));
  for (const inner of [def.keyType, def.in, def.out, def.innerType, def.left, def.right]) yield* enumsIn(inner, path);
}

const found = routes.flatMap(({ name, endpoint }) =>
  (['query', 'body', 'bytes', 'data'] as const).flatMap((part) =>
    [...enumsIn(endpoint[part])].map((one) => ({ ...one, where: `${name} ${part} ${one.path}`, endpoint, part })),
  ),
);

const wordFor = (locale: (typeof LOCALES)[number], set: string, value: unknown) =>
  (messages[locale].words as Record<string, Record<string, string>>)[set]?.[String(value)];

describe('every enum of every contract', () => {
  it('is found', () => {
    expect(found.length).toBeGreaterThan(60);
    expect(found.map((one) => one.where)).toContain('guard/brute-force.create body action.type');
  });

  it('says in its contract which words its values have, or that only programs read them', () => {
    expect(found.filter(({ schema }) => wordsOf(schema) === undefined).map(({ where }) => where)).toEqual([]);
  });

  it('has a word for each value in both languages', () => {
    const missing = found.flatMap(({ schema, values, where }) => {
      const set = wordsOf(schema);
      if (!set) return [];
      return LOCALES.flatMap((locale) =>
        values.filter((value) => !wordFor(locale, set, value)).map((value) => `${locale} ${where}: ${set}.${value}`),
      );
    });
    expect(missing).toEqual([]);
  });
});

describe('every record', () => {
  it('has sets of words that exist, in both languages with the same values', () => {
    const [en, zh] = LOCALES.map((locale) => messages[locale].words as Record<string, object>);
    for (const { type, values = {} } of resources) {
      for (const set of Object.values(values).filter((one) => one !== 'time')) {
        expect(Object.keys(en?.[set] ?? {}), `${type} ${set}`).not.toEqual([]);
        expect(Object.keys(zh?.[set] ?? {}), `${type} ${set}`).toEqual(Object.keys(en?.[set] ?? {}));
      }
    }
  });

  it('has the words of what is written into it', () => {
    const unsaid = found.flatMap(({ endpoint, part, path, schema, where }) => {
      const set = wordsOf(schema);
      if (part !== 'body' || !set || !endpoint.audit || !('resource' in endpoint.audit)) return [];
      const { resource } = endpoint.audit;
      const { values } = resources.find((one) => one.type === resource) ?? {};
      // What a body calls otherwise than the record, such as an action on one of many origins, is recorded by other paths.
      const isOwnName = path === 'status' && set === 'origin_status';
      const isSaid = Object.entries(values ?? {}).some(
        ([at, own]) => own === set && (isAt(at, path) || at.endsWith(path)),
      );
      return isOwnName || isSaid ? [] : [where];
    });
    expect(unsaid).toEqual([]);
  });
});
