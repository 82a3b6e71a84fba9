import { readFileSync } from 'node:fs';
import path from 'node:path';
import { request } from '@/scripts/request';
import { Agent } from './agent';
import type { Plane } from './plane';
import { coreRules } from './settings';

export type Place = { folder: string; http: number; https: number };

/** The agent of a node on loopback, in a folder of its own. */
export function testAgent(
  { folder, http, https }: Place,
  plane: Pick<Plane, 'desired' | 'artefacts' | 'certificate' | 'ranges' | 'report'>,
  log: (line: Record<string, unknown>) => void = () => undefined,
  listen: readonly string[] = ['127.0.0.1'],
): Agent {
  const node = {
    ...{ node_id: 'test-1', http, https, listen, crs: coreRules(folder) },
    ...{ trusted_proxies: [], probe: 'probe' },
  };
  const extra = process.getuid?.() === 0 ? 'user root;' : '';
  return new Agent({ folder, version: 'v1', nginxBytes: 2 ** 40, node, extra, log }, plane);
}

/** The status that nginx answers with; 0 where it does not answer. */
export async function statusOf({ http }: Place, host: string, target: string): Promise<number> {
  const headers = { Host: host, 'User-Agent': 'test', Accept: '*/*', Connection: 'close' };
  const asked = request(`http://127.0.0.1:${http}`, { method: 'GET', path: target, headers });
  return asked.then(
    ({ status }) => status,
    () => 0,
  );
}

/** The process that is nginx's master. */
export const masterOf = ({ folder }: Place): number =>
  Number(readFileSync(path.join(folder, 'logs/nginx.pid'), 'utf8'));
