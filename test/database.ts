import { randomUUID } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';

export type Database = { url: string; drop(): Promise<void> };

/** The database that is copied for each file of a run, by the run's folder of prepared stores. */
export const templateName = (folder: string): string =>
  `parapet_${path.basename(folder).replace(/\W/g, '_').toLowerCase()}`;

async function execute(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export const dropDatabase = (serverUrl: string, name: string): Promise<void> =>
  execute(serverUrl, `drop database if exists ${name} with (force)`);

/** Makes a database on a PostgreSQL server for tests, empty or as a copy of `template`, to which nobody is connected. */
export async function createDatabase(
  serverUrl: string,
  name = `parapet_${randomUUID().replaceAll('-', '')}`,
  template = 'template1',
): Promise<Database> {
  await execute(serverUrl, `create database ${name} template ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.toString(), drop: () => dropDatabase(serverUrl, name) };
}
