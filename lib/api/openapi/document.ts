import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { contractModules } from '@/lib/generated/contracts';
import type { Locale } from '@/lib/i18n/locales';
import { PROCESS } from '@/lib/queues/behalf';
import packageJson from '@/package.json' with { type: 'json' };
import { isConsoleOnly, isContract } from '../endpoint';
import { type Route, routes } from '../registry';
import { Components, commentOf, type Json } from './components';
import { errorSchemas } from './errors';
import { done, operation, tagOf } from './operation';
import { shared } from './shared';
import { titles } from './titles';
import { translated } from './translate';

let document: Promise<object> | undefined;

/** What a build names the document of a language. */
export const documentFile = (locale: Locale) => `openapi.${locale}.json`;

/** The documents of a build that wrote them into a folder, or of one that wrote none; each is one buffer for everybody. */
export function documentsIn(folder: string | URL): (locale?: Locale) => Promise<Buffer> {
  const inLanguages = new Map<Locale, Promise<Buffer>>();
  return (locale = 'en-US') => {
    const known = inLanguages.get(locale);
    if (known) return known;
    const made = written(new URL(documentFile(locale), folder), locale);
    inLanguages.set(locale, made);
    // A file that could not be opened now can be the next time.
    made.catch(() => inLanguages.delete(locale));
    return made;
  };
}

/**
 * The OpenAPI 3.1 document of every endpoint that programs may call, derived from the contracts, as JSON. It is read where a build
 * wrote it beside its programs, and else made when it is first asked for.
 */
export const openApiDocument = documentsIn(import.meta.url);

async function written(file: URL, locale: Locale): Promise<Buffer> {
  if (existsSync(file)) return readFile(file);
  document ??= build();
  const json = await document;
  return Buffer.from(JSON.stringify(locale === 'zh-CN' ? translated(json) : json));
}

const INTRODUCTION = `Management plane of a web application firewall.

Every answer but a raw stream is an envelope: \`code\` is 0 and \`data\` holds the answer, or \`code\` and \`err_key\` say
what was refused and \`message\` says it in the language of Accept-Language (en-US or zh-CN). Times are Unix milliseconds. Unknown fields of a body
are ignored and named in \`X-Ignored-Fields\`. A path that does not exist is 404 (1008), another method 405 (1007).`;

async function build(): Promise<object> {
  const all = routes.filter(({ endpoint }) => !isConsoleOnly(endpoint));
  const components = new Components();
  const { paths, errors } = await pathsOf(all, components);
  const found = shared(paths);
  const schemas = { Done: done, ...errorSchemas(errors), ...used(components.schemas, found) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parapet',
      version: packageJson.version,
      description: INTRODUCTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Parapet' },
    },
    servers: [
      { url: '/', description: 'The server that this document comes from; its host says which brand is meant.' },
    ],
    tags: tagsOf(all),
    paths: found.paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token that POST /api/auth/login answers.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`ApiKey <prefix>.<secret>`' },
      },
      parameters: found.parameters,
      responses: found.responses,
      schemas,
    },
  };
}

/** A few milliseconds for each endpoint, between which others are served. */
async function pathsOf(all: readonly Route[], components: Components) {
  const known = new Set(all.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));
  const paths: Record<string, Json> = {};
  const errors = new Set<string>();
  for (const route of all) {
    const { path, method } = route.endpoint;
    const made = operation(route, components, known);
    paths[path] = { ...paths[path], [method.toLowerCase()]: made.json };
    for (const key of made.errors) errors.add(key);
    await PROCESS.nextTurn();
  }
  return { paths, errors };
}

function tagsOf(all: readonly Route[]): Json[] {
  const folders = new Map(all.map((route) => [tagOf(route), route.folder]));
  const order = Object.keys(titles);
  return [...folders]
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([name, folder]) => ({
      name,
      'x-displayName': titles[name],
      description: constantsOf(folder)
        .flatMap((constant) => commentOf(folder, constant) ?? [])
        .join(' '),
    }));
}

function constantsOf(folder: string): string[] {
  const modules: Readonly<Record<string, object>> = contractModules;
  return Object.entries(modules[folder] ?? {}).flatMap(([constant, value]) => (isContract(value) ? [constant] : []));
}

/** Schemas that a part of the document refers to, also through others. */
function used(schemas: Readonly<Record<string, Json>>, part: Json): Record<string, Json> {
  const found = new Map<string, Json>();
  const walk = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const schema = schemas[name];
      if (!schema || found.has(name)) continue;
      found.set(name, schema);
      walk(schema);
    }
  };
  walk(part);
  return Object.fromEntries([...found].sort(([a], [b]) => a.localeCompare(b)));
}
