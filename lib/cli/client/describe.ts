import { isConsoleOnly } from '@/lib/api/endpoint';
import { openApiDocument } from '@/lib/api/openapi/document';
import { inChinese } from '@/lib/api/openapi/translate';
import { type Route, routes } from '@/lib/api/registry';
import type { Command, Field, Kind } from './command';
import { flagOf, resourceOf, verbOf } from './names';

type Schema = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema };
type Operation = { parameters: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
};

/** Every subcommand, from the declarations of endpoints by way of the OpenAPI document. */
export async function describeCommands(): Promise<Command[]> {
  const document = JSON.parse(String(await openApiDocument())) as Document;
  const commands = routes
    .filter(({ endpoint }) => !isConsoleOnly(endpoint))
    .map((route) => commandOf(route, document))
    .sort((a, b) => (`${a.resource} ${a.verb}` < `${b.resource} ${b.verb}` ? -1 : 1));
  const names = commands.map(({ resource, verb }) => `${resource} ${verb}`);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`two endpoints would be parapet ${twice}`);
  return commands;
}

function commandOf({ key, folder, endpoint }: Route, document: Document): Command {
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  if (!operation) throw new Error(`${endpoint.method} ${endpoint.path} is not in the document`);
  const body = operation.requestBody?.content['application/json']?.schema;
  return {
    resource: resourceOf(folder),
    verb: verbOf(key),
    method: endpoint.method,
    path: endpoint.path,
    summary: { en: endpoint.summary, zh: inChinese(endpoint.summary) },
    ids: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    fields: [
      ...operation.parameters.flatMap((parameter) => queryField(parameter, document)),
      ...(body ? bodyFields(body, document) : []),
    ],
    takesBody: body !== undefined,
    raw: endpoint.media !== undefined,
  };
}

function queryField(given: Parameter, document: Document): Field[] {
  const parameter = given.$ref ? document.components.parameters[given.$ref.split('/').at(-1) ?? ''] : given;
  if (parameter?.in !== 'query') return [];
  return [fieldOf(parameter.name, 'query', parameter.schema, parameter.required ?? false, document)];
}

function bodyFields(body: Schema, document: Document): Field[] {
  const required = resolve(body, document).required ?? [];
  return Object.entries(propertiesOf(body, document)).map(([name, schema]) =>
    fieldOf(name, 'body', schema, required.includes(name), document),
  );
}

function fieldOf(name: string, place: Field['place'], schema: Schema, required: boolean, document: Document): Field {
  const values = resolve(schema, document).enum?.map(String);
  return {
    name,
    flag: flagOf(name),
    place,
    kind: kindOf(schema, document),
    required,
    ...(values ? { values } : {}),
  };
}

function kindOf(given: Schema, document: Document): Kind {
  const schema = resolve(given, document);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(({ type }) => type !== 'null');
  if (choices.length > 0) {
    const kinds = new Set(choices.map((choice) => kindOf(choice, document)));
    return kinds.size === 1 ? ([...kinds][0] as Kind) : 'json';
  }
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'boolean') return 'boolean';
  if (schema.type === 'array') {
    const item = schema.items ? kindOf(schema.items, document) : 'json';
    return item === 'text' ? 'texts' : item === 'number' ? 'numbers' : 'objects';
  }
  if (schema.type === 'string') return 'text';
  return schema.enum?.every((value) => typeof value === 'number') ? 'number' : schema.enum ? 'text' : 'json';
}

/** Fields of an object, also of one that takes several forms. */
function propertiesOf(given: Schema, document: Document): Record<string, Schema> {
  const schema = resolve(given, document);
  const forms = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return Object.assign({}, ...forms.map((form) => propertiesOf(form, document)), schema.properties);
}

function resolve(schema: Schema, document: Document): Schema {
  const found = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  return found ?? {};
}
