import { lintFromString, loadConfig } from '@redocly/openapi-core';
import Ajv2020 from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { openApiDocument } from './document';

it('gives a strict linter nothing to say', async () => {
  const source = String(await openApiDocument());
  const config = await loadConfig({ configPath: 'redocly.yaml' });
  const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

it('has schemas that a validator of JSON Schema 2020-12 compiles', async () => {
  const document = JSON.parse(String(await openApiDocument()));
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
  ajv.addSchema({ $id: 'https://parapet.invalid/openapi', ...document });
  for (const name of Object.keys(document.components.schemas)) {
    const $ref = `https://parapet.invalid/openapi#/components/schemas/${name}`;
    expect(() => ajv.compile({ $ref }), name).not.toThrow();
  }
});
