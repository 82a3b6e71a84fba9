import { z } from 'zod';

/** Which texts say the values of an enum, `words.<set>.<value>`; null for values that only programs read. */
const sets = z.registry<{ set: string | null }>();

/** An enum whose values people read as the texts of a set. A test finds the values that lack one. */
export function inWords<S extends z.ZodType>(set: string, schema: S): S {
  sets.add(schema, { set });
  return schema;
}

/** An enum of a protocol, such as the name of a format: people see its values as they are, or not at all. */
export function asWritten<S extends z.ZodType>(schema: S): S {
  sets.add(schema, { set: null });
  return schema;
}

/** The set of an enum; undefined where its contract does not say. */
export const wordsOf = (schema: z.ZodType): string | null | undefined => sets.get(schema)?.set;
