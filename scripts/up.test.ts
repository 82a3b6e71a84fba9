import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';

/** Says that it runs, and that it was asked to stop. */
const PROGRAM = `import { writeFileSync } from 'node:fs';
process.on('SIGTERM', () => { writeFileSync('stopped', ''); process.exit(0); });
writeFileSync('runs', String(process.pid));
setTimeout(() => {}, 30_000);
`;

it('npm run up hands SIGTERM on to what it starts', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-up-'));
  const there = async (name: string) => {
    for (let i = 0; i < 100 && !existsSync(path.join(folder, name)); i++) await pause(100);
    return existsSync(path.join(folder, name));
  };
  try {
    cpSync('package.json', path.join(folder, 'package.json'));
    mkdirSync(path.join(folder, 'scripts'));
    writeFileSync(path.join(folder, 'scripts/up.mjs'), PROGRAM);
    const npm = spawn('npm', ['run', 'up'], { cwd: folder, stdio: 'ignore' });
    expect(await there('runs')).toBe(true);
    npm.kill('SIGTERM');
    const stopped = await Promise.race([there('stopped'), pause(5_000, false)]);
    if (!stopped) process.kill(Number(readFileSync(path.join(folder, 'runs'), 'utf8')));
    expect(stopped).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
