import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { documentationModules } from '@/lib/generated/documentation';
import { DEFAULT_BODY_LIMIT, isConsoleOnly } from './endpoint';
import { errorCatalogue, type Route, routes } from './registry';

type Json = Record<string, unknown>;

let document: Promise<Buffer> | undefined;

/** The OpenAPI 3.1 document of every endpoint that programs may call, derived from the contracts, as JSON: one buffer for everybody. */
export function openApiDocument(): Promise<Buffer> {
  document ??= build();
  return document;
}

async function build(): Promise<Buffer> {
  const json = {
    openapi: '3.1.0',
    info: { title: 'Parapet', version: 'v1', description: 'Management plane of a web application firewall' },
    paths: await pathsOf(routes.filter(({ endpoint }) => !isConsoleOnly(endpoint))),
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'ApiKey <prefix>.<secret>' },
      },
      schemas: { Error: errorSchema() },
    },
  };
  return Buffer.from(JSON.stringify(json));
}

/** A few milliseconds for each endpoint, between which others are served. */
async function pathsOf(all: readonly Route[]): Promise<Json> {
  const paths: Record<string, Json> = {};
  for (const route of all) {
    const path = route.endpoint.path;
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operation(route) };
    await setImmediate();
  }
  return paths;
}

/** What the reference says of an endpoint beyond its contract: `documentation.ts` beside it, by the endpoint's key. */
type Documentation = { description?: string; path?: Readonly<Record<string, readonly string[]>> };

const documentations: Readonly<Record<string, { documentation: Readonly<Record<string, Documentation>> }>> =
  documentationModules;

function operation({ name, key, folder, endpoint }: Route): Json {
  const isPublic = endpoint.permission === 'public';
  const body = endpoint.body ?? endpoint.bytes;
  const other = endpoint.alsoTakes;
  const more = documentations[folder]?.documentation[key] ?? {};
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(more.description ? { description: more.description } : {}),
    tags: [name.split('/')[0]],
    'x-permission': typeof endpoint.permission === 'function' ? [...(endpoint.grants ?? [])] : endpoint.permission,
    ...(endpoint.alsoNeeds ? { 'x-also-needs': endpoint.alsoNeeds } : {}),
    ...(endpoint.extension ? { 'x-extension': true } : {}),
    security: isPublic ? [] : endpoint.permission === 'session' ? [{ session: [] }] : [{ session: [] }, { apiKey: [] }],
    parameters: [...pathParameters(endpoint.path, more.path), ...queryParameters(endpoint.query)],
    ...(body
      ? {
          requestBody: {
            required: !endpoint.bodyOptional,
            'x-max-bytes': endpoint.maxBody ?? DEFAULT_BODY_LIMIT,
            ...(endpoint.takesGzip ? { 'x-content-encodings': ['identity', 'gzip'] } : {}),
            content: {
              'application/json': { schema: jsonSchema(body) },
              ...(other ? { [other.media]: { schema: { type: 'string', description: other.describe } } } : {}),
            },
          },
        }
      : {}),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: 'Success',
        content: { 'application/json': { schema: envelope(jsonSchema(endpoint.data, 'output')) } },
      },
      default: {
        description: 'Error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  });
  return rest;
}

function envelope(data: Json): Json {
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { const: 0 }, message: { type: 'string' }, data },
  };
}

function pathParameters(path: string, values: Documentation['path'] = {}): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(values[name] ? { enum: values[name] } : {}) },
  }));
}

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (!query) return [];
  const schema = jsonSchema(query) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));
}

function errorSchema(): Json {
  return {
    type: 'object',
    required: ['code', 'message', 'err_key', 'data'],
    properties: {
      code: { type: 'integer', enum: Object.values(errorCatalogue).map((e) => e.code) },
      message: { type: 'string' },
      err_key: { type: 'string', enum: Object.keys(errorCatalogue) },
      data: {
        type: 'object',
        required: ['category'],
        properties: {
          category: { type: 'string' },
          field: { type: 'string' },
          valid_values: { type: 'array', items: { type: ['string', 'number'] } },
        },
      },
    },
  };
}
