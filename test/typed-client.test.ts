import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '@/lib/api/openapi/document';
import { type Parapet, startParapet } from './parapet';
import { session } from './sign-in';

/** Below the packages, so that what is generated finds them. */
const FOLDER = path.resolve('node_modules/.cache/typed-client');

/** What a program of somebody else would write. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema';

type Policy = components['schemas']['PolicyVO'];

export async function main(baseUrl: string, token: string, send: typeof fetch) {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` }, fetch: send });
  const made = await client.POST('/api/guard/policies', { body: { name: 'Made by a typed client' } });
  const policy: Policy | undefined = made.data?.data;
  const listed = await client.GET('/api/guard/policies', { params: { query: { page: 1, size: 5 } } });
  const names: string[] = listed.data?.data.list.map((one) => one.name) ?? [];
  const lost = await client.GET('/api/guard/policies/{id}', { params: { path: { id: 'nothing' } } });
  const why: 'err.not_found' | undefined = lost.response.status === 404 ? keyOf(lost.error) : undefined;
  return { policy, names, why };
}

const keyOf = (error: { err_key: string } | undefined) => (error?.err_key === 'err.not_found' ? error.err_key : undefined);
// @ts-expect-error a list knows no such parameter
export const wrong = (client: ReturnType<typeof createClient<paths>>) => client.GET('/api/guard/policies', { params: { query: { pages: 1 } } });
`;

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(async () => {
  await parapet.close();
  rmSync(FOLDER, { recursive: true, force: true });
});

function problemsOf(file: string): string[] {
  const program = ts.createProgram([file], {
    ...{ strict: true, skipLibCheck: true, noEmit: true, types: [], lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] },
    ...{
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2022,
    },
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

it('is generated from the document, compiles and answers', async () => {
  mkdirSync(FOLDER, { recursive: true });
  const document = JSON.parse(String(await openApiDocument()));
  writeFileSync(path.join(FOLDER, 'schema.ts'), astToString(await openapiTS(document)));
  const file = path.join(FOLDER, 'client.ts');
  writeFileSync(file, PROGRAM);
  expect(problemsOf(file)).toEqual([]);

  const module = ts.transpileModule(PROGRAM, { compilerOptions: { module: ts.ModuleKind.ESNext } }).outputText;
  writeFileSync(path.join(FOLDER, 'client.mjs'), module);
  const { main } = await import(/* @vite-ignore */ path.join(FOLDER, 'client.mjs'));
  const { token } = await session(parapet, 'acme-root');
  const { policy, names, why } = await main(parapet.url, token, atBrand);
  expect(policy).toMatchObject({ name: 'Made by a typed client' });
  expect(names).toContain('Made by a typed client');
  expect(why).toBe('err.not_found');
});

/** The session is of a brand, which a forwarded host would say; here the request is sent again with that host. */
async function atBrand(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const sent = request.body ? await request.text() : undefined;
  const answer = await parapet.call(request.method, `${pathname}${search}`, {
    host: 'acme.test',
    headers: Object.fromEntries(request.headers),
    raw: sent,
  });
  return new Response(JSON.stringify(answer.body), {
    status: answer.status,
    headers: { 'Content-Type': 'application/json' },
  });
}
