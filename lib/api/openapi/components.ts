import { z } from 'zod';
import comments from '@/lib/generated/comments.json' with { type: 'json' };
import { contractModules } from '@/lib/generated/contracts';
import * as fields from '../fields';

export type Json = Record<string, unknown>;

type Named = { id?: string; description?: string; folder: string };
type Comments = {
  constants: Readonly<Record<string, string>>;
  fields: readonly { names: readonly string[]; says: Readonly<Record<string, string>> }[];
};

const commented: Readonly<Record<string, Comments>> = comments as never;

/** What the comment above a constant of a folder says. */
export const commentOf = (folder: string, constant: string): string | undefined =>
  commented[folder]?.constants[constant];

/** The name that the spec gives an object, which its comment begins with; the constant's own otherwise. */
const idOf = (constant: string, says = '') =>
  /^([A-Z]\w*VO)\b/.exec(says)?.[1] ?? constant.replace(/^./, (first) => first.toUpperCase());

/** Every exported schema by identity: objects become components, others lend their comment to the fields that are of them. */
const named = new Map<z.core.$ZodType, Named>();
for (const [folder, module] of Object.entries({ ...contractModules, 'lib/api': fields })) {
  for (const [constant, value] of Object.entries(module)) {
    if (!(value instanceof z.ZodType) || named.has(value)) continue;
    const description = commentOf(folder, constant)
      ?.replace(/^\w*VO\b[.:]?\s*/, '')
      .replace(/^[a-z]/, (first) => first.toUpperCase());
    const id = value instanceof z.ZodObject ? idOf(constant, commentOf(folder, constant)) : undefined;
    named.set(value, { folder, ...(id ? { id } : {}), ...(description ? { description } : {}) });
  }
}

/** Zod's own metadata, with the names and comments of exported schemas. */
const metadata = {
  get(schema: z.core.$ZodType) {
    const { folder: _folder, ...own } = named.get(schema) ?? { folder: '' };
    return { ...z.globalRegistry.get(schema), ...own };
  },
  has: (schema: z.core.$ZodType) => named.has(schema) || z.globalRegistry.has(schema),
} as unknown as z.core.$ZodRegistry<Json>;

const folders = new Map([...named.values()].flatMap(({ id, folder }) => (id ? [[id, folder] as const] : [])));

/** Schemas by name, that the operations of one document share. */
export class Components {
  readonly schemas: Record<string, Json> = {};

  /** The JSON Schema of what an endpoint of a folder takes or answers; named schemas in it are references. */
  schema(schema: z.ZodType, io: 'input' | 'output', folder: string): Json {
    const {
      $schema: _dialect,
      $defs = {},
      ...root
    } = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io,
      metadata,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => asRead(zodSchema, jsonSchema as Json),
    }) as Json & { $defs?: Record<string, Json> };
    const names = new Map<string, string>();
    for (const [id, def] of Object.entries($defs)) names.set(id, this.nameOf(id, def, io));
    for (const [id, def] of Object.entries($defs)) {
      const { id: _id, ...rest } = def;
      this.schemas[names.get(id) ?? id] = described(linked(rest, names), folders.get(id) ?? folder);
    }
    return described(linked(root, names), folder);
  }

  private readonly shapes = new Map<string, string>();

  /** A schema that reads differently where it is sent has another name there. */
  private nameOf(id: string, def: Json, io: 'input' | 'output'): string {
    const shape = JSON.stringify(def);
    const known = this.shapes.get(id);
    if (known === undefined) this.shapes.set(id, shape);
    if (known === undefined || known === shape) return id;
    return `${id}${io === 'input' ? 'Sent' : 'Answered'}`;
  }
}

/** Definitions that a schema brought along are components of the document. */
function linked<T>(value: T, names: ReadonlyMap<string, string>): T {
  if (Array.isArray(value)) return value.map((item) => linked(item, names)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    const id = key === '$ref' && typeof item === 'string' ? /^#\/\$defs\/(.+)$/.exec(item)?.[1] : undefined;
    return [key, id === undefined ? linked(item, names) : `#/components/schemas/${names.get(id) ?? id}`];
  });
  return Object.fromEntries(entries) as T;
}

/** Numbers and flags of a query string are texts to Zod, and to the reader what they stand for; bounds of every integer go without saying. */
function asRead(schema: z.core.$ZodType, json: Json): void {
  withoutSafeBounds(json);
  const { def } = schema._zod as unknown as { def: { type: string; defaultValue?: unknown; out?: z.core.$ZodType } };
  if (schema === fields.queryBool) replace(json, { type: 'boolean' });
  if (def.type === 'default') json.default = def.defaultValue;
  if (def.type !== 'pipe' || json.type !== 'string') return;
  const { def: out } = (def.out?._zod ?? {}) as { def?: { type: string } };
  if (out?.type !== 'number') return;
  const { $schema: _dialect, ...number } = z.toJSONSchema(def.out as z.ZodType) as Json;
  withoutSafeBounds(number);
  replace(json, number);
}

function withoutSafeBounds(json: Json): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}

function replace(json: Json, by: Json): void {
  delete json.pattern;
  delete json.enum;
  Object.assign(json, by);
}

/** Gives each field without a description what the comment beside its declaration says. */
function described<T>(value: T, folder: string): T {
  if (Array.isArray(value)) return value.map((item) => described(item, folder)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const json = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, described(item, folder)])) as Json;
  const properties = json.properties as Record<string, Json> | undefined;
  if (!properties) return json as T;
  for (const [name, property] of Object.entries(properties)) {
    const says = commentOfField(folder, name, Object.keys(properties));
    if (says) properties[name] = { ...property, description: says };
  }
  return json as T;
}

/** Of the literals of this folder, or else of others with three fields or more, the largest whose fields are all there. */
function commentOfField(folder: string, name: string, all: readonly string[]): string | undefined {
  const there = new Set(all);
  const fits = ({ names, says }: Comments['fields'][number]) =>
    Object.hasOwn(says, name) && names.every((one) => there.has(one));
  const largest = (list: Comments['fields']) => [...list].sort((a, b) => b.names.length - a.names.length)[0];
  const own = largest((commented[folder]?.fields ?? []).filter(fits));
  if (own) return own.says[name];
  const others = Object.values(commented).flatMap((one) => one.fields);
  return largest(others.filter((one) => one.names.length >= 3 && fits(one)))?.says[name];
}
