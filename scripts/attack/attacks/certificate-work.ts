import { Openssl } from '@/lib/guard/certs/testing';
import type { Attack, Target } from '../attack';

const AT_ONCE = 40;
/** The largest key that is accepted, so that checking a signature takes the longest. */
const KEY = ['rsa_keygen_bits:4096', 'rsa_keygen_pubexp:8589934593'];

/** Certificates of one name and one key: each could have issued every other. */
function chainOfOneName(): string {
  const openssl = new Openssl();
  const key = openssl.run('genpkey', '-algorithm', 'RSA', ...KEY.flatMap((option) => ['-pkeyopt', option]));
  const one = (days: number) => openssl.renewed({ key }, { kind: 'rsa', days, isAuthority: true, withoutKeyIds: true });
  const certs = Array.from({ length: 20 }, (_, i) => one(i + 1));
  openssl.close();
  return certs.join('');
}

async function inspect(target: Target, cert: string): Promise<void> {
  while (target.goesOn()) {
    const answer = await target.call('POST', '/api/guard/certs/inspect', { as: 'acme-root', body: { cert } });
    target.expectAnswer(answer, [200, 400], 'a chain of certificates');
  }
}

export const attack: Attack = {
  name: 'certificate-work',
  promises: 'Certificates that take long to check take it beside the thread that answers.',
  async run(target) {
    const cert = chainOfOneName();
    await Promise.all(Array.from({ length: AT_ONCE }, () => inspect(target, cert)));
  },
};
