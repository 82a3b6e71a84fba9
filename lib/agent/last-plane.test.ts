import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { belongTo } from './last-plane';
import { APPLIED_FILE, OBJECTS_FILE } from './objects';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-last-plane-'));
  for (const file of files()) writeFileSync(file, '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const files = () => [OBJECTS_FILE, APPLIED_FILE].map((name) => path.join(folder, name));
const kept = () => files().filter((file) => existsSync(file)).length;
const here = { url: 'https://waf.example.com', node_id: 'hk-1' };

it('keeps what the same management plane wanted, also in a folder of before this was noted', () => {
  for (let start = 0; start < 3; start++) belongTo(folder, here);
  expect(kept()).toBe(2);
});

it.each([
  { ...here, url: 'https://other.example.com' },
  { ...here, node_id: 'hk-2' },
])('forgets it where the node belongs to $url as $node_id from now on', (other) => {
  belongTo(folder, here);
  belongTo(folder, other);
  expect(kept()).toBe(0);
  for (const file of files()) writeFileSync(file, '{}');
  belongTo(folder, other);
  expect(kept()).toBe(2);
});

it('makes the folder where there is none yet', () => {
  const fresh = path.join(folder, 'a/b');
  belongTo(fresh, here);
  expect(existsSync(fresh)).toBe(true);
});
