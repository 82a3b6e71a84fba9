import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SETTING_NAMES } from '@/lib/config/env';
import { production } from '../scripts/production.mjs';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Variables of other programs, and those that only fill in others. */
const FOREIGN = /^(POSTGRES|PDNS)_|^CLICKHOUSE_(USER|PASSWORD|DB)$/;
/** How the process takes its memory. */
const { NODE_ENV: _, ...MEMORY } = production;

it('the files of deploy/ set only what Parapet reads', () => {
  const assignments = {
    'deploy/parapet.env.example': /^([A-Z][A-Z_]+)=/gm,
    'deploy/parapet.service': /(?:^Environment=|\s)([A-Z][A-Z_]+)=/gm,
    'deploy/compose.yaml': /^\s+([A-Z][A-Z_]+): /gm,
    'deploy/kubernetes.yaml': /name: ([A-Z][A-Z_]+),/g,
    'deploy/Containerfile': /\b([A-Z][A-Z_]+)=/g,
  };
  for (const [file, pattern] of Object.entries(assignments)) {
    const names = [...read(file).matchAll(pattern)]
      .map(([, name]) => name)
      .filter((name = '') => !FOREIGN.test(name) && !(name in MEMORY));
    expect(names.length, file).toBeGreaterThan(0);
    expect(
      names.filter((name) => !SETTING_NAMES.includes(name ?? '')),
      file,
    ).toEqual([]);
  }
});

it('a service and an image take as little memory as what is started by hand', () => {
  for (const file of ['deploy/parapet.service', 'deploy/Containerfile']) {
    for (const [name, value] of Object.entries(MEMORY))
      expect(read(file), file).toContain(`${name}=${value.split(' ')[0]}`);
  }
});

it('the README lists every setting', () => {
  const readme = read('README.md');
  expect(SETTING_NAMES.filter((name) => name !== 'NODE_ENV' && !new RegExp(`\\b${name}\\b`).test(readme))).toEqual([]);
});

it('what the image copies exists, and the programs that the guide calls are built', () => {
  const copied = [...read('deploy/Containerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, files]) => files?.split(' ') ?? [],
  );
  expect(copied).toContain('package-lock.json');
  expect(copied.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const called = new Set([...read('docs/operating.md').matchAll(/node dist\/([a-z-]+)\.js/g)].map(([, name]) => name));
  const build = read('scripts/build.ts');
  expect(called.size).toBeGreaterThan(3);
  for (const name of called) expect(build, name).toMatch(new RegExp(`['"/]${name}(\\.ts)?'`));
});

it('an image is built as a clone is installed, and with no secret of the folder that it is built in', () => {
  for (const [, files] of read('deploy/Containerfile').matchAll(/^COPY (.*package-lock\.json.*) \S+$/gm)) {
    expect(files).toContain('.npmrc');
  }
  const left = read('.containerignore').split('\n');
  // What .gitignore keeps out of clones, and the guide has people make; Docker reads the other name.
  for (const secret of ['cli-release.key', 'deploy/.env', 'deploy/parapet.env', 'deploy/provision.json']) {
    expect(read('.gitignore').split('\n'), secret).toContain(`/${secret}`);
    expect(left, secret).toContain(secret);
  }
  expect(read('.dockerignore')).toBe(read('.containerignore'));
});

it('links between the documents lead somewhere', () => {
  const documents = readdirSync(path.join(root, 'docs')).filter((file) => file.endsWith('.md'));
  const files = ['README.md', ...documents.map((file) => `docs/${file}`)];
  const broken = files.flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => path.join(path.dirname(file), target ?? ''))
      .filter((target) => !existsSync(path.join(root, target)))
      .map((target) => `${file}: ${target}`),
  );
  expect(broken).toEqual([]);
});
