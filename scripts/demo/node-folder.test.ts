import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeFolder, removeNode } from './node-folder';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-demo-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SLOWLY = `process.on('SIGQUIT', () => setTimeout(() => process.exit(), 300)); setInterval(() => {}, 1000); console.log('up')`;
const NEVER = `process.on('SIGQUIT', () => {}); setInterval(() => {}, 1000); console.log('up')`;

/** A process with the arguments of a node's nginx. */
async function master(node: string, program: string): Promise<ChildProcess> {
  mkdirSync(path.join(node, 'logs'), { recursive: true });
  const child = spawn(process.execPath, ['-e', program, 'nginx', '-p', node, '-e', 'error.log'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  writeFileSync(path.join(node, 'logs', 'nginx.pid'), `${child.pid}\n`);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

it('two demonstrations on one machine have nodes in different folders, each the same at every start', () => {
  for (const isRoot of [true, false]) {
    const [one, two] = ['/srv/one', '/srv/two'].map((dataDir) => nodeFolder(dataDir, isRoot));
    expect(one).not.toBe(two);
    expect(nodeFolder('/srv/one', isRoot)).toBe(one);
  }
  expect(nodeFolder('/root/data-demo', true)).not.toContain('/root/');
});

it.each([
  ['that answers what it began', SLOWLY],
  ['that does not end by itself', NEVER],
])('a node is gone with its folder and its nginx %s, and another stays', async (_, program) => {
  const [one, two] = ['one', 'two'].map((name) => path.join(folder, name)) as [string, string];
  const [first, second] = await Promise.all([master(one, program), master(two, program)]);
  const ended = once(first, 'exit');
  removeNode(one);
  await ended;
  expect(existsSync(one)).toBe(false);
  expect(existsSync(two)).toBe(true);
  expect([second.exitCode, second.signalCode]).toEqual([null, null]);
  const other = once(second, 'exit');
  second.kill('SIGKILL');
  await other;
});

it('a number that another process has meanwhile ends nobody', async () => {
  const node = path.join(folder, 'three');
  const stranger = await master(path.join(folder, 'elsewhere'), SLOWLY);
  mkdirSync(path.join(node, 'logs'), { recursive: true });
  writeFileSync(path.join(node, 'logs', 'nginx.pid'), `${stranger.pid}\n`);
  removeNode(node);
  expect(existsSync(node)).toBe(false);
  expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
  stranger.kill('SIGKILL');
  await once(stranger, 'exit');
});
