/**
 * `npm run mutants [part of a name ...]`: breaks the product in twenty places, one at a time, and runs the tests meant
 * to notice. Works on a copy, so that nothing broken can be left behind. Fails where a break goes unnoticed, and where
 * its text is no longer in the product: then this list is what has to follow.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './prepare.mjs';

const MUTANTS = [
  {
    name: 'platform staff see the other OEMs',
    file: 'lib/tenancy/scope.ts',
    from: '{table}.oem_id`)} = $',
    to: '{table}.oem_id`)} <> $',
    tests: ['lib/guard/policies/api.test.ts'],
  },
  {
    name: 'a key may do what its holder may not',
    file: 'lib/auth/permissions.ts',
    from: 'named.has(permission) && held.has(permission)',
    to: 'named.has(permission)',
    tests: ['lib/auth/permissions.test.ts', 'lib/sys/api-keys/use.test.ts'],
  },
  {
    name: 'a pattern open at its end is covered by what it matches today',
    file: 'lib/auth/permissions.ts',
    from: "if (pattern.endsWith('*')) return false;",
    to: '',
    tests: ['lib/auth/permissions.test.ts'],
  },
  {
    name: 'a mistyped key is looked up',
    file: 'lib/auth/keys/key-text.ts',
    from: 'return secret.slice(-CHECKSUM) === checksum(text.slice(0, -CHECKSUM)) ? { prefix, secret } : undefined;',
    to: 'return { prefix, secret };',
    tests: ['lib/auth/keys/keys.test.ts'],
  },
  {
    name: 'calls of a key are not counted',
    file: 'lib/auth/keys/rate-limit.ts',
    from: 'bucket.tokens -= 1;',
    to: '',
    tests: ['lib/auth/keys/keys.test.ts', 'lib/sys/api-keys/use.test.ts'],
  },
  {
    name: 'a sealed secret opens anywhere',
    file: 'lib/seal/seal.ts',
    from: '.setAAD(Buffer.from(bond))',
    to: '',
    tests: ['lib/seal/seal.test.ts'],
  },
  {
    name: 'a row of a chain need not follow the one before',
    file: 'lib/audit/chain.ts',
    from: ' && prev_hash === previous.hash',
    to: '',
    tests: ['lib/sys/audit-logs/chain.test.ts'],
  },
  {
    name: 'a change leaves no revision',
    file: 'lib/change/change.ts',
    from: 'if (before !== null || after !== null) await appendRevision',
    to: 'if (before !== before) await appendRevision',
    tests: ['lib/guard/policies/api.test.ts'],
  },
  {
    name: 'a refused write of a group stays',
    file: 'lib/db/group-commit.ts',
    from: 'await sql`rollback to job`.execute(tx);',
    to: '',
    tests: ['lib/db/group-commit.test.ts'],
  },
  {
    name: 'an exported cell runs as a formula',
    file: 'lib/api/csv.ts',
    from: 'FORMULA_START.test(value) ?',
    to: 'FORMULA_START.test(String()) ?',
    tests: ['lib/sys/audit-logs/api.test.ts'],
  },
  {
    name: 'another site may use the console’s session',
    file: 'lib/api/console.ts',
    from: "call.header('x-console') !== '1' || ",
    to: '',
    tests: ['lib/api/console.test.ts'],
  },
  {
    name: 'a script may read the session',
    file: 'lib/api/console.ts',
    from: 'Path=/; HttpOnly; ',
    to: 'Path=/; ',
    tests: ['lib/api/console.test.ts'],
  },
  {
    name: 'a probe reaches this machine',
    file: 'lib/guard/probes/addresses.ts',
    from: "new Set(['loopback', 'linkLocal', ",
    to: "new Set(['linkLocal', ",
    tests: ['lib/guard/probes/prober.test.ts'],
  },
  {
    name: 'a probe reaches a machine through a gateway',
    file: 'lib/guard/probes/addresses.ts',
    from: "if (isIn('2002::', 16)) return [at(2)];",
    to: '',
    tests: ['lib/guard/probes/prober.test.ts'],
  },
  {
    name: 'an IP address is taken for a domain',
    file: 'lib/guard/domains/domain-name.ts',
    from: 'name.length <= MAX_NAME && !isAddress && ',
    to: 'name.length <= MAX_NAME && ',
    tests: ['lib/guard/domains/domain-name.test.ts'],
  },
  {
    name: 'a wildcard takes no host',
    file: 'lib/guard/domains/hosts.ts',
    from: 'byName.get(`*$',
    to: 'byName.get(`*.$',
    tests: ['lib/guard/domains/hosts.test.ts'],
  },
  {
    name: 'the same batch of events is stored twice',
    file: 'lib/analytics/store/duckdb-writer.ts',
    from: 'if (!results.has(batch.batch_id) && ',
    to: 'if (',
    tests: ['lib/analytics/store/duckdb.test.ts'],
  },
  {
    name: 'a window may be of any length',
    file: 'lib/analytics/charts/window.ts',
    from: "if (etime - stime > MAX_DAYS * DAY) throw new WindowError('stime');",
    to: '',
    tests: ['lib/analytics/charts/window.test.ts'],
  },
  {
    name: 'an endpoint asks for another permission than the spec',
    file: 'lib/guard/policies/contract.ts',
    from: "permission: 'guard.policy.delete'",
    to: "permission: 'guard.policy.edit'",
    tests: ['test/spec-endpoints.test.ts'],
  },
  {
    name: 'a certificate that ended is shown as valid',
    file: 'components/guard/certs/expiry.ts',
    from: 'if (left <= 0) return',
    to: 'if (left <= -Infinity) return',
    tests: ['components/guard/certs/expiry.test.ts'],
  },
];

/** A copy of what git knows of, with the installed packages and the generated files. */
function copyOfTree() {
  const copy = mkdtempSync(path.join(tmpdir(), 'parapet-mutants-'));
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const files = String(stdout).split('\0').filter(Boolean);
  for (const file of files) cpSync(path.join(root, file), path.join(copy, file));
  cpSync(path.join(root, 'lib/generated'), path.join(copy, 'lib/generated'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** Answers how the tests took it: `noticed`, or what is wrong. */
function verdictOf(copy, { file, from, to, tests }) {
  const source = readFileSync(path.join(copy, file), 'utf8');
  if (!source.includes(from)) return 'OUT OF DATE: its text is not in the file';
  writeFileSync(
    path.join(copy, file),
    source.replaceAll(from, () => to),
  );
  const args = ['run', '--bail', '1', '--reporter', 'dot', ...tests];
  const { status, stdout, error } = spawnSync('node_modules/.bin/vitest', args, { cwd: copy });
  writeFileSync(path.join(copy, file), source);
  if (status === 0) return 'NOT NOTICED';
  // A run that could not begin has noticed nothing.
  return /\d+ failed/.test(String(stdout)) ? 'noticed' : `NOT RUN:\n${error ?? stdout}`;
}

const wanted = process.argv.slice(2);
const chosen = MUTANTS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const copy = copyOfTree();
let unnoticed = 0;
for (const mutant of chosen) {
  const verdict = verdictOf(copy, mutant);
  if (verdict !== 'noticed') unnoticed++;
  process.stdout.write(`${mutant.name}: ${verdict} (${mutant.file})\n`);
}
rmSync(copy, { recursive: true, force: true });
process.stdout.write(`${chosen.length - unnoticed} of ${chosen.length} noticed\n`);
process.exit(unnoticed === 0 ? 0 : 1);
