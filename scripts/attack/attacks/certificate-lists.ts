import { Openssl } from '@/lib/guard/certs/testing';
import type { Attack, Target } from '../attack';

const CERTIFICATES = 100;
const LISTS = 561;
const PARALLEL = 17;

/** As many as a certificate of the largest size can name. */
const NAMES = 7_500;

/** Bytes of a page of a hundred certificates. */
const MAX_PAGE = 100_000;

/** Each is another question; two of five find every certificate, one has all their names searched. */
function question(n: number): string {
  const path = n % 2 === 0 ? '/api/guard/certs' : '/api/guard/certs/expiring';
  if (n % 5 === 0) return `/api/guard/certs/expiring?domain=n${n}.test`;
  return n % 5 < 3 ? `${path}?keyword=${n}` : `${path}?keyword=names&size=${100 - (n % 50)}`;
}

/** Stores certificates of very many names, one at least, others as far as time allows. Answers how many there are. */
async function store(target: Target): Promise<number> {
  const openssl = new Openssl();
  const names = Array.from({ length: NAMES }, (_, i) => `n${i}.test`);
  const { cert, key } = openssl.pair({ subject: '/CN=n0.test', names });
  openssl.close();
  let stored = 0;
  for (let i = 0; i === 0 || (target.goesOn() && i < CERTIFICATES); i++) {
    const body = { name: `Many names ${i}`, cert, key };
    const answer = await target.call('POST', '/api/guard/certs', { as: 'acme-root', body });
    target.expectAnswer(answer, [201], `a certificate of ${NAMES} names`);
    if (answer.status === 201) stored++;
  }
  return stored;
}

export const attack: Attack = {
  name: 'certificate-lists',
  promises: 'Lists of certificates with thousands of names cost what they show, whatever is searched for.',
  async run(target) {
    const stored = await store(target);
    target.expect(stored > 0, 'certificates of many names can be stored');
    for (let i = 0; target.goesOn() && i < LISTS; i += PARALLEL) {
      const calls = Array.from({ length: PARALLEL }, (_, j) => {
        return target.call('HEAD', question(i + j), { as: 'acme-root' });
      });
      for (const answer of await Promise.all(calls)) target.expectAnswer(answer, [200], 'a list');
    }
    const page = await target.call('GET', '/api/guard/certs?size=100', { as: 'acme-root' });
    target.expect(page.status === 200, `the list is there afterwards (${page.status})`);
    target.expect(JSON.stringify(page.body).length < MAX_PAGE, 'a page of certificates shows no names');
  },
};
