import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

type Locked = { version?: string; resolved?: string; link?: boolean; integrity?: string; optional?: boolean };

const packages = Object.entries(JSON.parse(read('package-lock.json')).packages as Record<string, Locked>).filter(
  ([place]) => place !== '',
);
const settings = read('.npmrc').split('\n');

it('no package runs a script when it is installed', () => {
  expect(settings).toContain('ignore-scripts=true');
});

it('every package is one version, from the registry, with its hash', () => {
  expect(settings).toContain('save-exact=true');
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const floating = Object.entries<string>({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^(npm:[@\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(floating).toEqual([]);
  expect(packages.length).toBeGreaterThan(100);
  const elsewhere = packages.filter(([, { resolved, link }]) => link || resolved !== undefined);
  expect(elsewhere).toEqual([]);
  const unhashed = packages.filter(([, { integrity, optional }]) => !optional && !integrity?.startsWith('sha512-'));
  expect(unhashed.map(([place]) => place)).toEqual([]);
});

/** The first versions without holes that were made public, by package. */
const REPAIRED: Readonly<Record<string, string>> = { next: '16.4.6', react: '19.2.6', 'react-dom': '19.2.6' };

const isBefore = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true }) < 0;

it('what was repaired is in', () => {
  for (const [name, least] of Object.entries(REPAIRED)) {
    const found = packages.filter(([place]) => place.endsWith(`node_modules/${name}`));
    expect(found.length, name).toBeGreaterThan(0);
    for (const [place, { version = '0' }] of found) expect(isBefore(version, least), place).toBe(false);
  }
});
