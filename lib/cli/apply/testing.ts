import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from '@/lib/cli/client/command';
import { run } from '@/lib/cli/client/main';
import { type Parapet, startParapet } from '@/test/parapet';
import { people } from '@/test/people';

/** A tenant on a server of its own, and the command line as they use it. */
export type Tenant = {
  parapet: Parapet;
  says: (...argv: string[]) => Promise<{ exit: number; out: string; err: string }>;
};

/** Whoever sits there, and what they say; nobody does where there is no answer. */
export const person: { answer?: (() => Promise<string>) | undefined } = {};

/** No command here is one of an endpoint. */
const NO_COMMANDS: Command[] = [];

/** The administrator's account has nodes as the others do. */
const allocations = [
  ...people.allocations,
  { oem_id: 'default', user_name: 'admin', node_ids: ['hk-1', 'fra-1', 'sgp-1'] },
];

export async function startTenant(home: string): Promise<Tenant> {
  const parapet = await startParapet({ provision: { ...people, allocations } });
  const made = await parapet.call('POST', '/api/sys/api-keys', { as: 'admin', body: { name: 'configuration' } });
  return { parapet, says: commandLine(home, parapet.url, made.body.data.api_key) };
}

export function commandLine(home: string, url: string, key: string): Tenant['says'] {
  const env = { HOME: home, PARAPET_URL: url, PARAPET_API_KEY: key };
  return async (...argv) => {
    let [out, err] = ['', ''];
    const exit = await run(argv, NO_COMMANDS, {
      env,
      out: async (part) => {
        out += typeof part === 'string' ? part : Buffer.from(part).toString();
      },
      err: (part) => {
        err += part;
      },
      stdin: async () => '',
      ask: person.answer,
      isTerminal: false,
      isWatched: false,
      version: '1',
    });
    return { exit, out, err };
  };
}

/** Files of a folder by name. */
export const filesIn = (at: string): Record<string, string> =>
  Object.fromEntries(
    ['domains', 'lists', 'policies'].flatMap((name) =>
      readdirSync(path.join(at, name)).map((file) => [
        `${name}/${file}`,
        readFileSync(path.join(at, name, file), 'utf8'),
      ]),
    ),
  );
