import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '@/test/parapet';
import { type Domains, LIST, ORIGIN, startDomains } from './testing';

const strings = JSON.parse(readFileSync('fixtures/hostile/naughty-strings.json', 'utf8')) as string[];

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(() => world.close());

const AT_ONCE = 32;

/** Tries every string, some at a time; answers how many were accepted. */
async function tryAll(attempt: (given: string, i: number) => Promise<Answer>): Promise<number> {
  let accepted = 0;
  for (let start = 0; start < strings.length; start += AT_ONCE) {
    const batch = strings.slice(start, start + AT_ONCE);
    const answers = await Promise.all(batch.map((given, i) => attempt(given, start + i)));
    for (const [i, { status, body }] of answers.entries()) {
      expect([200, 201, 400], JSON.stringify([batch[i], body])).toContain(status);
      expect(body).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
      expect(body.code === 0).toBe(status < 400);
      if (status < 400) accepted++;
    }
  }
  return accepted;
}

// A thousand writes, each durable before its answer, take long on a busy machine.
describe('hostile strings', { timeout: 120_000 }, () => {
  it('as a domain', async () => {
    await tryAll(async (domain) => {
      const answer = await world.create('acme-root', domain);
      if (answer.status === 201) expect(answer.body.data.domain, domain).toMatch(/^(\*\.)?[a-z0-9.-]+$/);
      return answer;
    });
  });

  it('as an address of an origin', async () => {
    await tryAll((addr, i) => world.create('acme-root', `addr-${i}.example.com`, { src_sites: [{ ...ORIGIN, addr }] }));
  });

  const names = new Set<string>();

  it('as a name: what is accepted reads back identical', async () => {
    const accepted = await tryAll(async (asset_name, i) => {
      const answer = await world.create('acme-root', `name-${i}.example.com`, { asset_name });
      if (answer.status !== 201) return answer;
      const { body } = await world.call('GET', `${LIST}/${answer.body.data.domain_id}`, { as: 'acme-root' });
      expect(body.data.asset_name).toBe(asset_name);
      names.add(asset_name);
      return answer;
    });
    expect(accepted).toBeGreaterThan(400);
  });

  it('as a keyword: each name is found as it was written', async () => {
    await tryAll(async (keyword) => {
      const at = `${LIST}?keyword=${encodeURIComponent(keyword)}`;
      const answer = await world.call('GET', at, { as: 'acme-root' });
      if (answer.status === 200 && names.has(keyword)) {
        expect(answer.body.data.total, keyword).toBeGreaterThan(0);
      }
      return answer;
    });
  });
});
