import { expiryOf } from '@/components/guard/certs/expiry';
import type { Dossier, Related } from '@/lib/guard/approvals/contract';
import { REJECTED } from '@/lib/guard/domains/contract';
import type { Probed, Verdict, Verified } from '@/lib/guard/probes/contract';

/** How much a signal asks to be looked at, the most first. */
export const LEVELS = ['bad', 'doubt', 'pending', 'quiet', 'good'] as const;
export type Level = (typeof LEVELS)[number];

type Network = 'pending' | 'failed';
export type Signal =
  | { key: 'look_alikes' | 'same_site'; level: Level; others: readonly Related[] }
  | { key: 'imitation'; level: Level; name: string }
  | { key: 'elsewhere' | 'rejected_before'; level: Level; count: number }
  | { key: 'origins'; level: Level; state: Verdict | 'none' | Network; results: readonly Probed[] }
  | { key: 'cname'; level: Level; state: 'here' | 'unset' | 'elsewhere' | Network; resolved: string }
  | { key: 'certificate'; level: Level; state: CertState; certificates: Dossier['certificates'] };
type CertState = 'covers' | 'soon' | 'expired' | 'uncovered' | 'auto' | 'none';

/** What the network said: undefined while it is asked, null where asking failed. */
export type Findings = { origins: Probed[]; verified: Verified } | null | undefined;

const LEVEL_OF: Record<Verdict, Level> = {
  unreachable: 'bad',
  http_error: 'bad',
  cert_warn: 'doubt',
  slow: 'doubt',
  ok: 'good',
};
const WORST: readonly Verdict[] = ['unreachable', 'http_error', 'cert_warn', 'slow'];

function ofOrigins(dossier: Dossier, found: Findings): Signal {
  const key = 'origins';
  if (dossier.origins.length === 0) return { key, level: 'bad', state: 'none', results: [] };
  if (!found) return waits(key, found);
  const results = found.origins;
  const state = WORST.find((verdict) => results.some((result) => result.verdict === verdict)) ?? 'ok';
  return { key, level: LEVEL_OF[state], state, results };
}

function ofCname(found: Findings): Signal {
  const key = 'cname';
  if (!found) return waits(key, found);
  const { dns_effective, resolved_cname: resolved } = found.verified;
  if (dns_effective) return { key, level: 'good', state: 'here', resolved };
  // Nobody points a name here before it is approved.
  if (resolved === '') return { key, level: 'quiet', state: 'unset', resolved };
  return { key, level: 'doubt', state: 'elsewhere', resolved };
}

function waits(key: 'origins' | 'cname', found: null | undefined): Signal {
  const [level, state] = found === null ? (['doubt', 'failed'] as const) : (['pending', 'pending'] as const);
  return key === 'origins' ? { key, level, state, results: [] } : { key, level, state, resolved: '' };
}

function ofCertificate({ certificates }: Dossier, auto_cert: boolean, now: number): Signal {
  const key = 'certificate';
  if (certificates.length === 0) {
    const [level, state] = auto_cert ? (['good', 'auto'] as const) : (['doubt', 'none'] as const);
    return { key, level, state, certificates };
  }
  const covering = certificates.filter((certificate) => certificate.covers);
  if (covering.length === 0) return { key, level: 'bad', state: 'uncovered', certificates };
  const { state } = expiryOf(Math.max(...covering.map(({ expired_at }) => expired_at)), now);
  if (state === 'ok') return { key, level: 'good', state: 'covers', certificates };
  return { key, level: state === 'expired' ? 'bad' : 'doubt', state, certificates };
}

function ofNames({ drawn_as, look_alikes, same_site, elsewhere, decisions }: Dossier): Signal[] {
  const rejections = decisions.filter((decision) => decision.audit_status === REJECTED).length;
  const signals: Signal[] = [];
  if (drawn_as !== '') signals.push({ key: 'imitation', level: 'bad', name: drawn_as });
  if (look_alikes.length > 0) signals.push({ key: 'look_alikes', level: 'bad', others: look_alikes });
  if (same_site.length > 0) signals.push({ key: 'same_site', level: 'doubt', others: same_site });
  if (elsewhere > 0) signals.push({ key: 'elsewhere', level: 'doubt', count: elsewhere });
  if (rejections > 0) signals.push({ key: 'rejected_before', level: 'doubt', count: rejections });
  return signals;
}

/** Everything that speaks for or against a domain at `now` (Unix milliseconds), what is doubtful first. */
export function signalsOf(dossier: Dossier, found: Findings, auto_cert: boolean, now: number): Signal[] {
  const all = [...ofNames(dossier), ofOrigins(dossier, found), ofCertificate(dossier, auto_cert, now), ofCname(found)];
  return all.sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}
