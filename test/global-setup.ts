/** Gives a run the folder of its prepared stores (test/prepared.ts) and programs (test/program.ts), and takes it away again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { dropDatabase, templateName } from './database';

declare module 'vitest' {
  interface ProvidedContext {
    preparedStores: string;
  }
}

export default function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-prepared-'));
  project.provide('preparedStores', folder);
  process.env.TEST_RUN_FOLDER = folder;
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    const { TEST_DATABASE_URL } = process.env;
    if (TEST_DATABASE_URL) await dropDatabase(TEST_DATABASE_URL, templateName(folder));
  };
}
