import { SM2 } from '@/lib/guard/certs/vocabulary';
import type { DomainCert } from '@/lib/guard/domains/contract';

/**
 * What HTTPS of a domain becomes without one of its certificates: nothing is left; only SM2 is, which most browsers do
 * not speak; all but SM2 stays; another of the same class takes its place.
 */
export type Loss = 'bare' | 'only_sm2' | 'no_sm2' | 'covered';

type Held = Pick<DomainCert, 'id' | 'certificate_type' | 'expired_at'>;

/** What a domain with these certificates loses with the one of this id, and how many of those left hold at `now`. */
export function lossOf(certs: readonly Held[], id: number, now: number): { loss: Loss; left: number } {
  const isSm2 = certs.some((cert) => cert.id === id && cert.certificate_type === SM2);
  const valid = certs.filter((cert) => cert.id !== id && cert.expired_at > now);
  const left = valid.length;
  if (left === 0) return { loss: 'bare', left };
  if (valid.some((cert) => (cert.certificate_type === SM2) === isSm2)) return { loss: 'covered', left };
  return { loss: isSm2 ? 'no_sm2' : 'only_sm2', left };
}
