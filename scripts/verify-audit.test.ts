import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyStore } from '@/lib/audit/verify';
import { type Parapet, startParapet } from '@/test/parapet';
import { PASSWORD } from '@/test/people';
import { runScript } from '@/test/script';

let parapet: Parapet;
const folder = mkdtempSync(path.join(tmpdir(), 'parapet-audit-'));
let copies = 0;

beforeAll(async () => {
  parapet = await startParapet();
  const password = Buffer.from(PASSWORD).toString('base64');
  await parapet.call('POST', '/api/auth/login', { host: 'acme.test', body: { username: 'acme-root', password } });
  const names = Array.from({ length: 12 }, (_, i) => `Policy ${i}`);
  for (const name of names) await parapet.call('POST', '/api/guard/policies', { as: 'acme-root', body: { name } });
});
afterAll(async () => {
  await parapet.close();
  rmSync(folder, { recursive: true, force: true });
});

function command(DATA_DIR: string, args: string[] = []) {
  const { DATABASE_URL = '' } = parapet.runtime.config;
  return runScript('verify-audit', args, { DATA_DIR, DATABASE_URL });
}

/** The command on the store as it is now; the embedded one is in use, so on a copy. */
function verify(...args: string[]) {
  const copy = path.join(folder, String(++copies));
  const { store, config } = parapet.runtime;
  if (store.kind === 'postgres') return command(config.DATA_DIR, args);
  cpSync(config.DATA_DIR, copy, { recursive: true, filter: (file) => !/^lock|\.sock$/.test(path.basename(file)) });
  return command(copy, args);
}

const isEmbedded = () => parapet.runtime.store.kind === 'embedded';
const run = (statement: string) => sql.raw(statement).execute(parapet.runtime.store.writer);

async function unlock(table: string) {
  if (!isEmbedded()) return run(`drop trigger ${table}_frozen on ${table}`);
  for (const event of ['update', 'delete']) await run(`drop trigger ${table}_no_${event}`);
}

describe('verify-audit', () => {
  it('names the key that is missing and what to do, and makes none', async () => {
    const { config } = parapet.runtime;
    const keyless = path.join(folder, 'keyless');
    const isLeftOut = (file: string) => /^lock|\.sock$|^secret\.key/.test(path.basename(file));
    if (isEmbedded()) cpSync(config.DATA_DIR, keyless, { recursive: true, filter: (file) => !isLeftOut(file) });
    const file = path.join(keyless, 'secret.key');
    const { code, output } = await command(keyless);
    expect(code).toBe(2);
    expect(output).toMatch(/^The audit log cannot be read: SECRET_KEY_FILE: .*; put it back .*, or set SECRET_KEY /);
    expect(output).toContain(file);
    expect(existsSync(file)).toBe(false);
  });

  it('counts the rows of a sound log', async () => {
    const { store, seal } = parapet.runtime;
    const { rows, broken_rows } = await verifyStore(store, seal, 'operations');
    const signIns = await verifyStore(store, seal, 'sign_ins');
    expect(rows).toBeGreaterThanOrEqual(12);
    expect(broken_rows).toBe(0);
    expect(signIns).toMatchObject({ rows: 1, last: 1 });
    const sound = (n: number) => `${n} rows, each follows from the one before it`;
    expect(await verify()).toEqual({ code: 0, output: `operations: ${sound(rows)}\nsign_ins: ${sound(1)}\n` });
  });

  it('stays out of a folder in use, and makes none', async () => {
    if (!isEmbedded()) return;
    const used = await command(parapet.runtime.config.DATA_DIR);
    expect(used.code).toBe(2);
    expect(used.output.trim().split('\n')).toHaveLength(1);
    expect(used.output).toContain('another Parapet is running');
    const none = await command(path.join(folder, 'none'));
    expect(none).toMatchObject({ code: 2, output: expect.stringContaining('there is no store') });
  });

  it('names each row that was changed, removed or cut off', async () => {
    await expect(run("update audit_logs set actor_name = 'x' where id = 5")).rejects.toThrow('append-only');
    await unlock('audit_logs');
    await run("update audit_logs set actor_name = 'somebody' where id in (5, 9)");
    const changed = await verify();
    expect(changed.code).toBe(1);
    expect(changed.output).toMatch(
      /^operations: 2 of 12 rows do not .*\n {2}row 5 \(\d{4}-.*, somebody, guard\.policy\.create\) was changed.*\n {2}row 9 /,
    );
    expect(await verify('--acknowledge')).toMatchObject({ code: 2 });
    const answered = await verify('--acknowledge', 'a trial of this command');
    expect(answered).toMatchObject({ code: 0, output: expect.stringContaining(', but for 2 that signed notes name') });
    if (!isEmbedded()) await run('delete from chain_notes');

    await run("update audit_logs set actor_name = 'acme-root' where id in (5, 9)");
    expect((await verify()).code).toBe(0);

    await run('delete from audit_logs where id in (7, 8)');
    const removed = await verify();
    expect(removed.output).toMatch(/^operations: 1 of 1\d rows do not .*\n {2}rows are missing before row 9 /);
    await run('delete from audit_logs where id > 6');
    const cut = await verify();
    expect(cut).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^operations: 1 of 6 rows do not .*\n {2}.* was cut off/),
    });
  }, 120_000);

  it('covers sign-ins as well', async () => {
    await expect(run("update login_records set ip = 'x' where id = 1")).rejects.toThrow('append-only');
    await unlock('login_records');
    await run('update login_records set login_status = 2 where id = 1');
    const changed = await verify();
    expect(changed.code).toBe(1);
    expect(changed.output).toMatch(
      /^sign_ins: 1 of 1 rows do not .*\n {2}row 1 \(\d{4}-.*, acme-root, signed in\) was changed/m,
    );
  });
});
