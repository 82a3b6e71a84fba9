import type { Attack, Target } from '../attack';

const PARALLEL = 20;
const FAT = 15_000;

/** Bytes of a page of a hundred rows. */
const MAX_PAGE = 300_000;

async function write(target: Target, i: number): Promise<void> {
  const body = { name: `Fat ${i} ${Date.now()}`, comment: '\u{1d7d9}'.repeat(FAT / 12) };
  await target.call('POST', '/api/guard/policies', { as: 'acme-root', body });
  const username = `${'a'.repeat(254 - (i % 3))}\u{1f600}`;
  await target.call('POST', '/api/auth/login', { host: 'acme.test', body: { username, password: 'eA==' } });
}

async function read(target: Target): Promise<void> {
  const page = await target.call('GET', '/api/sys/audit-logs?size=100', { as: 'acme-root' });
  target.expect(JSON.stringify(page.body).length <= MAX_PAGE, 'a page of the audit log has a largest size');
}

export const attack: Attack = {
  name: 'audit-log',
  promises: 'Fat rows, cut emoji and pages read side by side neither fill memory nor break a hash chain.',
  async run(target) {
    for (let i = 0; target.goesOn(); i++) {
      await write(target, i);
      await Promise.all(Array.from({ length: PARALLEL }, () => read(target)));
    }
  },
};
