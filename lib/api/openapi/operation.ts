import type { z } from 'zod';
import { flagOf, resourceOf, verbOf } from '@/lib/cli/client/names';
import { documentationModules } from '@/lib/generated/documentation';
import { type AnyEndpoint, DEFAULT_BODY_LIMIT } from '../endpoint';
import { nothing } from '../envelope';
import type { Route } from '../registry';
import type { Components, Json } from './components';
import { errorResponses, errorsOf } from './errors';
import { answered, sent } from './examples';

/** What the reference says of an endpoint beyond its contract: `documentation.ts` beside it, by the endpoint's key. */
type Documentation = { description?: string; path?: Readonly<Record<string, readonly string[]>> };

const documentations: Readonly<Record<string, { documentation: Readonly<Record<string, Documentation>> }>> =
  documentationModules;

/** One operation, and the errors that its responses refer to. */
export type Operation = { json: Json; errors: string[] };

/** `guard/policies`, under which the reference lists an endpoint. */
export const tagOf = ({ folder }: Route) => folder.replace(/^lib\//, '');

/** Endpoints by method and path, of which descriptions of path parameters speak. */
type Paths = ReadonlySet<string>;

export function operation(route: Route, components: Components, paths: Paths): Operation {
  const { name, key, folder, endpoint } = route;
  const more = documentations[folder]?.documentation[key] ?? {};
  const operationId = name.replace('/', '.');
  const success = successOf(route, components, operationId);
  const errors = errorsOf(endpoint, JSON.stringify(success).includes('"array"'));
  return {
    errors,
    json: {
      operationId,
      summary: endpoint.summary,
      description: [more.description, ...conditions(endpoint)].filter(Boolean).join('\n'),
      tags: [tagOf(route)],
      'x-permission': typeof endpoint.permission === 'function' ? [...(endpoint.grants ?? [])] : endpoint.permission,
      ...(endpoint.alsoNeeds ? { 'x-also-needs': endpoint.alsoNeeds } : {}),
      ...(endpoint.extension ? { 'x-extension': true } : {}),
      'x-cli': commandOf(route),
      security: securityOf(endpoint),
      parameters: [
        ...pathParameters(endpoint.path, paths, more.path),
        ...queryParameters(endpoint.query, components, folder),
      ],
      ...requestOf(route, components, operationId),
      responses: { ...success, ...errorResponses(errors) },
    },
  };
}

/** What calls the operation on the command line, where fields of the query are flags. */
function commandOf({ key, folder, endpoint }: Route): Json {
  const fields = Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {});
  return {
    command: `${resourceOf(folder)} ${verbOf(key)}`,
    flags: Object.fromEntries(fields.map((name) => [name, flagOf(name)])),
  };
}

/** Sentences on who may call and how much may be sent. */
function conditions(endpoint: AnyEndpoint): string[] {
  const { permission, alsoNeeds, platformOnly } = endpoint;
  const needs = typeof permission === 'function' ? 'the permission that the body asks for' : `\`${permission}\``;
  const also = alsoNeeds ? ` and \`${alsoNeeds}\`` : '';
  const who =
    permission === 'public'
      ? 'Public: asks for no credentials.'
      : permission === 'session'
        ? 'For any signed-in user; API keys are refused.'
        : `Needs ${needs}${also}.`;
  const most = endpoint.maxBody ?? DEFAULT_BODY_LIMIT;
  return [
    who,
    ...(platformOnly ? ['For platform staff alone.'] : []),
    ...(endpoint.body || endpoint.bytes ? [`A body has at most ${most / 1024} KiB.`] : []),
  ];
}

function securityOf({ permission }: AnyEndpoint): Json[] {
  if (permission === 'public') return [];
  return permission === 'session' ? [{ session: [] }] : [{ session: [] }, { apiKey: [] }];
}

function requestOf({ endpoint, folder }: Route, components: Components, operationId: string): Json {
  const body = endpoint.body ?? endpoint.bytes;
  const other = endpoint.alsoTakes;
  if (!body) return {};
  return {
    requestBody: {
      required: !endpoint.bodyOptional,
      'x-max-bytes': endpoint.maxBody ?? DEFAULT_BODY_LIMIT,
      ...(endpoint.takesGzip ? { 'x-content-encodings': ['identity', 'gzip'] } : {}),
      content: {
        'application/json': { schema: components.schema(body, 'input', folder), ...sent(operationId) },
        ...(other ? { [other.media]: { schema: { type: 'string', description: other.describe } } } : {}),
      },
    },
  };
}

/** What is answered where nothing went wrong: the envelope, or a raw stream. */
function successOf({ endpoint, folder }: Route, components: Components, operationId: string): Json {
  const { media, takesRanges, data, status = 200 } = endpoint;
  if (media) return streamOf(media, takesRanges === true, operationId);
  const isNothing = (data as z.ZodType) === nothing;
  return {
    [String(status)]: {
      description: isNothing ? 'Done; there is no more to say.' : status === 201 ? 'Created.' : 'Answered.',
      content: {
        'application/json': {
          schema: isNothing
            ? { $ref: '#/components/schemas/Done' }
            : envelope(components.schema(data, 'output', folder)),
          ...answered(operationId),
        },
      },
    },
  };
}

function envelope(data: Json): Json {
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { const: 0 }, message: { type: 'string' }, data },
  };
}

/** The envelope of an endpoint that returns nothing. */
export const done = { description: 'The envelope without data.', ...envelope({ type: 'null' }) };

function streamOf(media: readonly string[], takesRanges: boolean, operationId: string): Json {
  const schema = { type: 'string', ...(takesRanges ? { contentEncoding: 'binary' } : {}) };
  const example = (at: number) => (at === 0 ? answered(operationId) : {});
  const content = Object.fromEntries(media.map((type, at) => [type.split(';')[0], { schema, ...example(at) }]));
  const header = (description: string) => ({ description, schema: { type: 'string' } });
  const file = { 'Content-Disposition': header('Name of the file.') };
  if (!takesRanges) return { 200: { description: 'A raw stream instead of the envelope.', headers: file, content } };
  const headers = { ...file, ETag: header('Changes with the file.') };
  return {
    200: { description: 'The whole file.', headers, content },
    206: {
      description: 'The part that Range asked for.',
      headers: { ...headers, 'Content-Range': header('Which part it is.') },
      content,
    },
    304: { description: 'The file is still what If-None-Match names.' },
  };
}

function pathParameters(path: string, paths: Paths, values: Documentation['path'] = {}): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(({ 1: name = '', index }) => {
    const list = path.slice(0, index - 1);
    return {
      name,
      in: 'path',
      required: true,
      description: paths.has(`GET ${list}`) ? `As \`GET ${list}\` lists it.` : `Which ${name} is meant.`,
      schema: { type: 'string', ...(values[name] ? { enum: values[name] } : { pattern: '^[A-Za-z0-9._~-]{1,128}$' }) },
    };
  });
}

function queryParameters(query: z.ZodType | undefined, components: Components, folder: string): Json[] {
  if (!query) return [];
  const found = components.schema(query, 'input', folder) as { $ref?: string };
  const name = found.$ref?.split('/').at(-1);
  const schema = (name === undefined ? found : components.schemas[name]) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, { description, ...property }]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    ...(description ? { description } : {}),
    schema: property,
  }));
}
