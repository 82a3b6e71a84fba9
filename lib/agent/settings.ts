import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import type { NodeSettings } from '@/lib/render/nginx/content';
import type { KeySource } from './node-key';
import { written } from './objects';

const port = z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(65_535));
const listOf = (isOne: (text: string) => boolean, expected: string) =>
  z
    .string()
    .default('')
    .transform((v) =>
      v
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .refine((all) => all.every(isOne), `expected ${expected}, separated by commas`);

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/');
  return (
    more.length === 0 && isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32)
  );
}

/** What the agent of a node is told by its environment. */
const Environment = z.object({
  PARAPET_URL: z
    .url({ protocol: /^https?$/, error: 'expected the address of Parapet' })
    .transform((v) => v.replace(/\/+$/, '')),
  NODE_TOKEN: z.string().min(1).optional(),
  NODE_ID: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,128}$/)
    .optional(),
  NODE_KEY_FILE: z.string().min(1).optional(),
  NODE_DIR: z.string().startsWith('/', 'expected an absolute path').default('/var/lib/parapet-node'),
  NODE_HTTP: port.default(80),
  NODE_HTTPS: port.default(443),
  NODE_LISTEN: listOf((text) => isIP(text) !== 0, 'addresses'),
  NODE_TRUSTED_PROXIES: listOf(isNetwork, 'networks'),
  NODE_NGINX_MB: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(1_048_576)).default(512),
  NODE_UPGRADE: z
    .enum(['on', 'off'])
    .default('on')
    .transform((v) => v === 'on'),
  NODE_RELEASE_KEY: z.base64().min(1).optional(),
});

/** Where the agent keeps everything, known also where other settings are wrong. */
export const folderOf = (env: Readonly<Record<string, string | undefined>>): string =>
  Environment.shape.NODE_DIR.parse(env.NODE_DIR);

/** The names of all settings. */
export const SETTINGS = Object.keys(Environment.shape);

export type AgentSettings = {
  url: string;
  key: KeySource;
  folder: string;
  /** Whether the agent upgrades itself, and by whose signature where that is not the one of its enrolment. */
  upgrade: { isOn: boolean; release_key: string | undefined };
  /** From how many bytes on nginx is replaced where it grows. */
  nginxBytes: number;
  node: Omit<NodeSettings, 'node_id' | 'root' | 'logs' | 'certificates' | 'revision'>;
};

/** Reads the settings and prepares the folder. Throws with the name of what is wrong. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): AgentSettings {
  const { success, data, error } = Environment.safeParse(env);
  if (!success)
    throw new Error(error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`).join('\n'));
  const folder = data.NODE_DIR;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const node = {
    ...{ http: data.NODE_HTTP, https: data.NODE_HTTPS, listen: data.NODE_LISTEN },
    ...{ trusted_proxies: data.NODE_TRUSTED_PROXIES, crs: coreRules(folder), probe: probeOf(folder) },
  };
  const key = { folder, node_id: data.NODE_ID, file: data.NODE_KEY_FILE, token: data.NODE_TOKEN };
  const upgrade = { isOn: data.NODE_UPGRADE, release_key: data.NODE_RELEASE_KEY };
  return { url: data.PARAPET_URL, key, folder, node, upgrade, nginxBytes: data.NODE_NGINX_MB * 1024 * 1024 };
}

/** What lets the agent, and nobody else, learn the running revision from outside. */
function probeOf(folder: string): string {
  const file = path.join(folder, 'probe');
  // One that was lost with the power of the machine is empty.
  if (!existsSync(file) || statSync(file).size === 0) written(file, randomBytes(24).toString('hex'));
  return readFileSync(file, 'utf8');
}

const RULES = '/usr/share/modsecurity-crs/rules';
const SETUP = '/etc/modsecurity/crs/crs-setup.conf';

/** Debian's OWASP core rules, laid out as nginx reads them; the file that Debian has for that is Apache's. What is so already stays, as a full disk needs. */
export function coreRules(folder: string): string {
  for (const file of [RULES, SETUP])
    if (!existsSync(file)) throw new Error(`modsecurity-crs is missing: there is no ${file}`);
  const own = path.join(folder, 'crs');
  mkdirSync(own, { recursive: true });
  const [setup, text] = [path.join(own, 'crs-setup.conf'), readFileSync(SETUP, 'utf8')];
  if (!existsSync(setup) || readFileSync(setup, 'utf8') !== text) written(setup, text);
  const rules = path.join(own, 'rules');
  if (existsSync(rules) && realpathSync(rules) === realpathSync(RULES)) return own;
  rmSync(rules, { force: true });
  symlinkSync(RULES, rules);
  return own;
}
