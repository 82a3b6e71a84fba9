import { expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyJson } from '@/test/json';
import { routes } from '../registry';
import { openApiDocument } from './document';

const document: AnyJson = JSON.parse(String(await openApiDocument()));

const resolved = (json: AnyJson): AnyJson =>
  json.$ref
    ? json.$ref
        .slice(2)
        .split('/')
        .reduce((node: AnyJson, key: string) => node[key], document)
    : json;

function queryOf(path: string, name: string): AnyJson {
  const parameters: AnyJson[] = document.paths[path].get.parameters.map(resolved);
  return parameters.find((one) => one.name === name).schema;
}

function bodyOf(path: string, name: string): AnyJson {
  const { schema } = document.paths[path].post.requestBody.content['application/json'];
  return resolved(schema).properties[name];
}

/** Whether a text is one that the document allows, of which no more than enums, patterns and their alternatives are read. */
function allows(json: AnyJson, text: string): boolean {
  if (json.anyOf) return json.anyOf.some((one: AnyJson) => allows(one, text));
  if (json.enum && !json.enum.includes(text)) return false;
  return json.pattern === undefined || new RegExp(json.pattern, 'u').test(text);
}

/** What a schema compares a text with. */
function patternsOf(schema: z.core.$ZodType): RegExp[] {
  const { checks = [] } = schema._zod.def;
  const patterns = [schema, ...checks].map((one) => (one._zod.def as { pattern?: RegExp }).pattern);
  return patterns.filter((pattern) => pattern !== undefined);
}

it('a pattern of a contract has no flag, which the document would lose', () => {
  const flagged: string[] = [];
  for (const { endpoint } of routes) {
    for (const schema of [endpoint.query, endpoint.body, endpoint.data]) {
      if (!schema) continue;
      const override = ({ zodSchema }: { zodSchema: z.core.$ZodType }) => {
        for (const { source, flags } of patternsOf(zodSchema)) {
          if (/[^u]/.test(flags)) flagged.push(`${endpoint.path}: /${source}/${flags}`);
        }
      };
      z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override });
    }
  }
  expect(flagged).toEqual([]);
});

it('what is served is documented, and what is refused is not', () => {
  const query = bodyOf('/api/sys/views', 'query');
  for (const text of ['keyword=%e6%b1%89', 'keyword=%E6%B1%89', '']) expect(allows(query, text), text).toBe(true);
  for (const text of ['keyword=%g0', 'a b']) expect(allows(query, text), text).toBe(false);

  const { items } = bodyOf('/api/sys/api-keys', 'allowed_ip_cidrs');
  for (const text of ['10.0.0.0/8', '2001:db8::/32', '::ffff:10.0.0.0/104'])
    expect(allows(items, text), text).toBe(true);

  for (const name of ['channel', 'actor_type']) {
    const channel = queryOf('/api/sys/audit-logs', name);
    for (const text of ['user', ' internal_service ', '', ' ']) expect(allows(channel, text), text).toBe(true);
    for (const text of ['nobody', 'users', 'USER']) expect(allows(channel, text), text).toBe(false);
  }
});
