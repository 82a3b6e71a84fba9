import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installService, SERVICE, settingsOf } from './service';

const program = '/usr/local/bin/parapet';
let root = '';
const at = (name: string) => path.join(root, name);

/** A machine whose systemctl notes what it is asked, and ends with this status. */
function withSystemd(status = 0) {
  mkdirSync(at('etc/systemd/system'), { recursive: true });
  mkdirSync(at('bin'));
  writeFileSync(at('bin/systemctl'), `#!/bin/sh\necho "$@" >> ${at('asked')}\necho "no bus" >&2\nexit ${status}\n`);
  chmodSync(at('bin/systemctl'), 0o755);
  vi.stubEnv('PATH', `${at('bin')}:/usr/bin:/bin`);
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'parapet-service-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

const env = () => ({
  PARAPET_URL: 'https://waf.example.com',
  NODE_TOKEN: 'pne_x',
  NODE_DIR: at('node'),
  HOME: '/root',
});

it('has systemd run the agent with the settings of now, which only their owner can read', () => {
  withSystemd();
  expect(installService(env(), { root, program })).toBeUndefined();
  const unit = readFileSync(at(`etc/systemd/system/${SERVICE}.service`), 'utf8');
  expect(unit).toContain(
    'ExecStartPre=-/usr/local/bin/parapet.previous node begin\nExecStart=/usr/local/bin/parapet node\n',
  );
  expect(unit).toContain('KillMode=process\n');
  const settings = readFileSync(at('etc/parapet-node.env'), 'utf8');
  expect(settings.split('\n').sort()).toEqual(
    ['', `NODE_DIR="${at('node')}"`, 'NODE_TOKEN="pne_x"', 'PARAPET_URL="https://waf.example.com"'].sort(),
  );
  expect(statSync(at('etc/parapet-node.env')).mode & 0o777).toBe(0o600);
  expect(readFileSync(at('asked'), 'utf8')).toBe(`daemon-reload\nenable ${SERVICE}\nrestart ${SERVICE}\n`);
});

it('writes nothing with settings that are wrong, without systemd, or for a program from source', () => {
  expect(installService(env(), { root, program })).toContain('no systemd');
  withSystemd();
  expect(installService({ ...env(), PARAPET_URL: 'waf' }, { root, program })).toContain('PARAPET_URL');
  expect(installService({ ...env(), NODE_TOKEN: 'a\nb' }, { root, program })).toContain('NODE_TOKEN');
  expect(installService(env(), { root })).toContain('install.sh');
  expect(existsSync(at('etc/parapet-node.env'))).toBe(false);
});

it('says what systemd says', () => {
  withSystemd(1);
  expect(installService(env(), { root, program })).toBe('systemctl daemon-reload: no bus');
});

it('writes settings as systemd reads them', () => {
  expect(settingsOf({ NODE_TOKEN: 'a"b\\c$d', NODE_ENV: 'production', NODE_LISTEN: '' })).toBe(
    'NODE_TOKEN="a\\"b\\\\c\\$d"\n',
  );
});
