import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { QueryTimeout } from '../store';
import { Connection } from './connection';

let server: Server;
let connection: Connection;
afterEach(async () => {
  await connection.close();
  server.closeAllConnections();
  server.close();
});

/** An engine that never answers a query, and a sign of life only where it `isAlive`. */
async function connect(isAlive: boolean): Promise<Connection> {
  server = createServer((request, response) => {
    if (isAlive && request.url?.startsWith('/ping')) response.end('Ok.\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connection = new Connection(`http://127.0.0.1:${(server.address() as AddressInfo).port}/db`);
  return connection;
}

it('a query that takes too long is one, where the engine answers otherwise', async () => {
  await expect((await connect(true)).rows('SELECT 1', [], 10)).rejects.toBeInstanceOf(QueryTimeout);
});

it('a query is none that takes too long where the engine answers nothing', async () => {
  await expect((await connect(false)).rows('SELECT 1', [], 10)).rejects.toThrow('ClickHouse does not answer');
});
