/** A schema as far as the reference shows it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
};

type Reference = { $ref?: string };
type Content = Record<string, { schema?: Schema; examples?: Record<string, { value: unknown }> }>;
export type Parameter = {
  name: string;
  in: 'path' | 'query';
  required?: boolean;
  description?: string;
  schema: Schema;
};
export type Response = { description: string; content?: Content };

export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  'x-permission': string | string[];
  'x-extension'?: boolean;
  'x-cli': { command: string; flags: Record<string, string> };
  parameters: (Parameter & Reference)[];
  requestBody?: { content: Content };
  responses: Record<string, Response & Reference>;
  method: string;
  path: string;
};

export type Document = {
  tags: { name: string; 'x-displayName': string; description: string }[];
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  components: { schemas: Record<string, Schema> };
};

/** What a reference of the document names; anything else is itself. */
export function resolve<T extends object>(document: Document, value: T & Reference): T {
  if (value.$ref === undefined) return value;
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
  return (found ?? {}) as T;
}

export const operationsOf = (document: Document): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );

export const parametersOf = (document: Document, { parameters }: Operation) =>
  parameters.map((one) => resolve(document, one));

/** Whether an operation has every word of what is searched for. */
export function matches({ path, method, summary, operationId, 'x-permission': permission }: Operation, text: string) {
  const all = [path, method, summary, operationId, ...[permission].flat()].join(' ').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

export type Field = { path: string; depth: number; type: string; required: boolean; schema: Schema };

/** Deeper than this a schema is named and no longer taken apart. */
const DEEPEST = 5;

/** The name of a component or the type of a schema, as one reads it. */
export function typeOf(document: Document, schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map((one) => typeOf(document, one)))].join(' | ');
  if (schema.type === 'array') return `${typeOf(document, schema.items ?? {})}[]`;
  if ('const' in schema) return JSON.stringify(schema.const);
  return [schema.type ?? 'any'].flat().join(' | ');
}

/** The fields of a schema in the order they are written, those of objects in it below them. */
export function fieldsOf(document: Document, schema: Schema, depth = 0, within: readonly string[] = []): Field[] {
  if (depth > DEEPEST || (schema.$ref && within.includes(schema.$ref))) return [];
  const names = schema.$ref ? [...within, schema.$ref] : within;
  const whole = resolve(document, schema);
  const inner = (one: Schema) => fieldsOf(document, one, depth, names);
  const parts = [...(whole.allOf ?? []), ...(whole.anyOf ?? []), ...(whole.oneOf ?? [])].flatMap(inner);
  if (whole.type === 'array' && whole.items) return inner(whole.items);
  const own = Object.entries(whole.properties ?? {}).flatMap(([name, one]) => [
    {
      path: name,
      depth,
      type: typeOf(document, one),
      required: whole.required?.includes(name) ?? false,
      schema: { ...resolve(document, one), ...(one.description ? { description: one.description } : {}) },
    },
    ...fieldsOf(document, one, depth + 1, names),
  ]);
  return [...own, ...parts];
}

/** The real value that a body or an answer was once; undefined where none was taken. */
export const takenOf = (content: Content | undefined): unknown =>
  Object.values(Object.values(content ?? {})[0]?.examples ?? {})[0]?.value;

/** A value that a schema describes: what is required of it, with its defaults. */
export function exampleOf(document: Document, given: Schema, depth = 0): unknown {
  const schema = resolve(document, given);
  if (schema.default !== undefined) return schema.default;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const option = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  if (option) return exampleOf(document, option, depth);
  const [type] = [schema.type].flat();
  if (type === 'array') return depth > DEEPEST ? [] : [exampleOf(document, schema.items ?? {}, depth + 1)];
  if (type === 'object') {
    const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(required.map(([name, one]) => [name, exampleOf(document, one, depth + 1)]));
  }
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0;
  return type === 'boolean' ? false : type === 'null' ? null : '';
}
