import { createParser, type SingleParserBuilder } from 'nuqs';
import { z } from 'zod';

/** The fields of an endpoint's query schema; none when it takes no object. */
export function fieldsOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>;
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
  return {};
}

/** Whether a field takes this text. A value the schema refuses, or throws at, is simply not there. */
export function accepts(field: z.ZodType, raw: string): boolean {
  return raw !== '' && field.safeParse(raw).success;
}

/**
 * The endpoint's own query schema as URL parsers. Values stay as written, since the server parses them; what the
 * schema refuses drops silently, so no address breaks a page.
 */
export function urlParsers(schema: z.ZodType | undefined): Record<string, SingleParserBuilder<string>> {
  return Object.fromEntries(
    Object.entries(fieldsOf(schema)).map(([name, field]) => [
      name,
      createParser<string>({ parse: (raw) => (accepts(field, raw) ? raw : null), serialize: (value) => value }),
    ]),
  );
}

/** The resource behind a path: `/api/guard/policies/{id}/x` is `/api/guard/policies`. */
export function resourcePath(path: string): string {
  return path.split('/{')[0] ?? path;
}
