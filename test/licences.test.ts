import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const FREE = ['MIT', 'MIT-0', 'ISC', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Apache-2.0', 'Unlicense', 'CC0-1.0'];
/** What asks for more than its notice; docs/licences.md says of each package how that is met. */
const CREDITED: Readonly<Record<string, RegExp>> = {
  'OFL-1.1': /^@fontsource-variable\//,
  'CC-BY-4.0': /^(@ip-location-db\/asn|caniuse-lite)$/,
  'LGPL-3.0-or-later': /^@img\/sharp-/,
};

type Locked = { dev?: boolean; devOptional?: boolean; optional?: boolean; license?: string };

/** The licences of a package by the lock file, or by its own file; none where it is for another machine. */
function licencesOf(place: string, { license, optional }: Locked): string[] {
  const file = path.join(place, 'package.json');
  const said = license ?? (existsSync(path.join(root, file)) ? String(JSON.parse(read(file)).license) : '');
  if (said === '') return optional ? [] : ['none'];
  return said.replace(/^SEE LICENSE IN .*\((.*)\)$/, '$1').split(' AND ');
}

const packages = Object.entries(JSON.parse(read('package-lock.json')).packages as Record<string, Locked>)
  .filter(([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional)
  .map(([place, locked]) => ({ name: place.replace(/^.*node_modules\//, ''), licences: licencesOf(place, locked) }));

it('what runs in production has licences that are met', () => {
  expect(packages.length).toBeGreaterThan(200);
  const unmet = packages.flatMap(({ name, licences }) =>
    licences.filter((one) => !FREE.includes(one) && !CREDITED[one]?.test(name)).map((one) => `${name}: ${one}`),
  );
  expect(unmet).toEqual([]);
});

it('the document names every licence, and each package that is credited', () => {
  const text = read('docs/licences.md');
  for (const licence of [...FREE, ...Object.keys(CREDITED)]) expect(text).toContain(licence);
  const credited = packages.filter(({ licences }) => licences.some((one) => one === 'OFL-1.1' || one === 'CC-BY-4.0'));
  expect(credited.length).toBeGreaterThan(3);
  for (const { name } of credited) expect(text).toContain(name);
});
