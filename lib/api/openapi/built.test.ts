import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { documentFile, documentsIn } from './document';

it('is read as a build wrote it, again where its file could not be opened, and then kept', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-document-'));
  const file = path.join(folder, documentFile('zh-CN'));
  const documentOf = documentsIn(pathToFileURL(`${folder}/`));
  mkdirSync(file);
  await expect(documentOf('zh-CN')).rejects.toThrow('EISDIR');
  rmdirSync(file);
  writeFileSync(file, '{"openapi":"3.1.0"}');
  expect(String(await documentOf('zh-CN'))).toBe('{"openapi":"3.1.0"}');
  rmSync(folder, { recursive: true });
  expect(String(await documentOf('zh-CN'))).toBe('{"openapi":"3.1.0"}');
});
