import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';

/** Starts the built product as a newcomer does, without a password, and stops it once it is ready. */
async function start(dataDir: string): Promise<string> {
  const child = spawn(process.execPath, ['dist/server.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: '',
      LOG_LEVEL: 'warn',
    },
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (output.includes('ready at')) child.kill('SIGTERM');
  });
  await once(child, 'close');
  return output;
}

test("the very first start prints the administrator's password, later ones do not", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-first-'));
  try {
    expect(await start(folder)).toMatch(/First sign-in: admin with the password [0-9A-Za-z]{16} /);
    expect(await start(folder)).not.toContain('First sign-in');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a start in another folder says where it belongs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-elsewhere-'));
  try {
    const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', DATA_DIR: folder, PORT: '0' };
    const { status, stderr } = spawnSync(process.execPath, [path.resolve('dist/server.js')], { cwd: folder, env });
    expect(status).toBe(1);
    expect(String(stderr)).toBe('Parapet cannot start. It must be started in its own folder, the one above dist.\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
