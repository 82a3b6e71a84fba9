import { beforeAll, describe, expect, it } from 'vitest';
import { describeCommands } from '@/lib/cli/client/describe';
import type { AnyJson } from '@/test/json';
import { isConsoleOnly } from '../endpoint';
import { stream } from '../envelope';
import { errorCatalogue, routes } from '../registry';
import type { Json } from './components';
import { openApiDocument } from './document';
import { titles } from './titles';
import { dictionary, WORDS } from './translate';

let document: AnyJson;
beforeAll(async () => {
  document = JSON.parse(String(await openApiDocument()));
});

const operations = () =>
  Object.values(document.paths).flatMap((methods) => Object.values(methods as object)) as AnyJson[];

describe('the document', () => {
  it('has every endpoint that programs may call, each named once', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(routes.filter(({ endpoint }) => !isConsoleOnly(endpoint)).length);
  });

  it('describes every operation and tag', () => {
    for (const { operationId, summary, description } of operations()) {
      expect(summary, operationId).not.toBe('');
      expect(description, operationId).not.toBe('');
    }
    for (const { name, description } of document.tags) expect(description, name).not.toBe('');
  });

  it('titles every group, and nothing that is none', () => {
    const groups = document.tags.map(({ name }: Json) => name);
    expect(groups, 'the titles of lib/api/openapi/titles.ts').toEqual(Object.keys(titles));
    for (const title of Object.values(titles)) expect(dictionary[title], `${title} in zh-CN.json`).toBeDefined();
  });

  it('calls objects as the spec does and says what their source says', () => {
    const { DomainVO, User, EventVO } = document.components.schemas;
    expect(Object.keys(DomainVO.properties)).toContain('switches');
    expect(User.properties.locked.description).toBe('0 normal, else locked.');
    expect(EventVO.properties.latency_ms.description).toBe('ms; null when the log has no timing.');
    expect(User.properties.ctime.description).toBe('Unix milliseconds.');
    const list = document.paths['/api/guard/domains'].get.responses['200'].content['application/json'].schema;
    expect(list.properties.data.properties.list.items).toEqual({ $ref: '#/components/schemas/DomainVO' });
  });

  it('says how long a text may be, and reads numbers of a query as numbers', () => {
    expect(document.components.schemas.UserInput.properties.comment.maxLength).toBe(500);
    const { page, size } = document.components.parameters;
    expect(page.schema).toEqual({ type: 'integer', minimum: 1, default: 1 });
    expect(size.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
  });

  it('says of an error in one sentence what its text chooses among', () => {
    const says = (key: string) => document.components.schemas[key].description;
    expect(says('err.guard.cert.not_covering')).toBe('The certificate does not cover <domain>.');
    expect(says('err.guard.policy.in_use')).toBe(
      '<domains> domains use this policy: <names> and <more> more. Give them another one first.',
    );
  });

  it('gives each error of an operation with status, code and err_key', () => {
    const created = document.paths['/api/guard/domains'].post.responses['400'];
    const keys = created.content['application/json'].schema.anyOf.map((one: Json) =>
      String(one.$ref).split('/').at(-1),
    );
    expect(keys).toContain('err.guard.domain.taken');
    expect(keys).not.toContain('err.guard.waf.status_elsewhere');
    const { allOf } = document.components.schemas['err.guard.domain.taken'];
    expect(allOf[1].properties).toEqual({
      code: { const: errorCatalogue['err.guard.domain.taken']?.code },
      err_key: { const: 'err.guard.domain.taken' },
    });
  });

  it('names the command of each operation, which the command line has', async () => {
    const commands = await describeCommands();
    const named = operations().map((one) => one['x-cli'].command);
    expect(named.sort()).toEqual(commands.map(({ resource, verb }) => `${resource} ${verb}`).sort());
  });

  it('describes raw streams as what they are', () => {
    for (const { name, endpoint } of routes) {
      expect(endpoint.media !== undefined, name).toBe((endpoint.data as unknown) === stream);
    }
    const { responses } = document.paths['/api/cli/download/{filename}'].get;
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '206', '304', '400', '404', '416']));
    expect(Object.keys(responses['200'].content)).toEqual(['application/octet-stream']);
  });

  it('has every reference among its components', () => {
    for (const [, kind = '', name = ''] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      expect(document.components[kind], `${kind}/${name}`).toHaveProperty([name]);
    }
  });
});

describe('the document in Chinese', () => {
  const HAN = /\p{Script=Han}/u;

  it('leaves no summary and no description in English', async () => {
    const english: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, one] of Object.entries(value)) {
        if (typeof one !== 'string') {
          if (key !== 'examples') walk(one, `${path}/${key}`);
        } else if (WORDS.has(key)) {
          english.push(...one.split('\n').flatMap((line) => (line && !HAN.test(line) ? [`${path}: ${line}`] : [])));
        }
      }
    };
    walk(JSON.parse(String(await openApiDocument('zh-CN'))), '');
    expect(english).toEqual([]);
  });

  it('has no Chinese sentence whose English one is gone', () => {
    const said = new Set<string>();
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const one of Object.values(value)) {
        if (typeof one === 'string') for (const line of one.split('\n')) said.add(line);
        else walk(one);
      }
    };
    walk(document);
    expect(Object.keys(dictionary).filter((sentence) => !said.has(sentence))).toEqual([]);
  });
});
