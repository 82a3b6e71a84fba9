import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readSettings } from './settings';

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-agent-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const keyFile = path.join(folder, 'key');
writeFileSync(keyFile, 'the key\n', { mode: 0o600 });
const env = {
  PARAPET_URL: 'https://parapet.example.com/',
  NODE_ID: 'hk-1',
  NODE_KEY_FILE: keyFile,
  NODE_DIR: path.join(folder, 'node'),
};

it('settings are read, and the folder is prepared', () => {
  const settings = readSettings({
    ...env,
    NODE_LISTEN: '192.0.2.1, 2001:db8::1',
    NODE_TRUSTED_PROXIES: '10.0.0.0/8,::1',
  });
  expect(settings).toMatchObject({ url: 'https://parapet.example.com', key: { file: keyFile, node_id: 'hk-1' } });
  expect(settings.node).toMatchObject({
    http: 80,
    https: 443,
    listen: ['192.0.2.1', '2001:db8::1'],
    trusted_proxies: ['10.0.0.0/8', '::1'],
  });
  expect(statSync(path.join(env.NODE_DIR, 'probe')).mode & 0o777).toBe(0o600);
  expect(readSettings(env).node.probe).toBe(settings.node.probe);
  truncateSync(path.join(env.NODE_DIR, 'probe'));
  expect(readSettings(env).node.probe).toMatch(/^[0-9a-f]{48}$/);
});

it.each([
  [{ PARAPET_URL: 'parapet' }, 'PARAPET_URL'],
  [{ NODE_ID: 'a b' }, 'NODE_ID'],
  [{ NODE_HTTP: '0' }, 'NODE_HTTP'],
  [{ NODE_DIR: 'relative' }, 'NODE_DIR'],
  [{ NODE_LISTEN: '192.0.2.1:80' }, 'NODE_LISTEN'],
  [{ NODE_LISTEN: '[2001:db8::1]' }, 'NODE_LISTEN'],
  [{ NODE_TRUSTED_PROXIES: '192.0.2.0/33' }, 'NODE_TRUSTED_PROXIES'],
  [{ NODE_TRUSTED_PROXIES: 'proxy.example.com' }, 'NODE_TRUSTED_PROXIES'],
])('%o is refused by name', (wrong, name) => {
  expect(() => readSettings({ ...env, ...wrong })).toThrow(name);
});
