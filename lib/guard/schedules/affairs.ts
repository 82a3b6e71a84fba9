import { randomInt } from 'node:crypto';
import type { Ctx } from '@/lib/api/context';
import type { Later } from '@/lib/change/change';
import { groupedBy } from '@/lib/db/grouped';
import type { Tx } from '@/lib/db/store';
import { textsOf } from '@/lib/guard/dns/provider';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { answersOf, modeOf } from './records';
import * as repository from './repository';
import type { AffairRow, RecordRow } from './tables';
import { type AffairOper, APPLY, type Cause, STARTED_CODE } from './vocabulary';

/** The records of a domain before and after a change. */
export type Changed = {
  domain: Pick<DomainRow, 'domain_id' | 'domain' | 'cname' | 'oem_id' | 'root_id' | 'user_id'> & { user_name?: string };
  before: readonly RecordRow[];
  /** Null where the domain itself is deleted. */
  after: readonly RecordRow[] | null;
};

export type Asked = {
  oper: AffairOper;
  cause: Cause;
  now: number;
  tries: number;
  comment: string;
  /** What an automatic change was made for, in figures. */
  reason?: object;
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const letters = (n: number) => Array.from({ length: n }, () => LETTERS[randomInt(LETTERS.length)]).join('');
/** Records of a domain that an affair names, of those before and of those after. */
const NAMED = 64;

/** How the caller asked. */
export function askedBy(ctx: Ctx, cause: Cause, comment = ''): Asked {
  const oper = ctx.principal.auth_mode === 'apikey' ? 'AffairsOperType_Cli' : 'AffairsOperType_Page';
  return { oper, cause, now: ctx.now, tries: ctx.runtime.dns.tries, comment };
}

/**
 * Writes the records of locked domains, and the affair that brings them into DNS after the commit. It belongs to the
 * owner of the domains; where there are several to the root of their account, or to `fallback` where there are several.
 */
export async function writeAffair(
  tx: Tx,
  changes: readonly Changed[],
  { oper, cause, now, tries, comment, reason }: Asked,
  fallback: Owner,
): Promise<{ affair: AffairRow; later: Later }> {
  const owner = await ownerOf(tx, changes, fallback);
  const affair: AffairRow = {
    affairs_id: `${now}_${letters(10)}`,
    ...owner,
    status_code: STARTED_CODE,
    message: '',
    content: changes.map(({ domain }) => domain.domain_id).join(','),
    json_content: JSON.stringify({
      cause,
      comment,
      reason,
      retries: 0,
      max_retries: tries - 1,
      changes: changes.map(described),
    }),
    affairs_oper: oper,
    ctime: now,
    utime: now,
  };
  await repository.insertAffair(
    tx,
    affair,
    changes.map(({ domain }) => domain),
  );
  const kept = changes.flatMap(({ domain, before, after }) => (after ? [{ domain, before, after }] : []));
  await repository.saveRecords(
    tx,
    kept.flatMap((one) => one.before),
    kept.flatMap((one) => one.after),
  );
  const modes = kept.map(({ domain, after }) => ({ domain_id: domain.domain_id, dns_group_type: modeOf(after) }));
  await repository.saveSchedules(tx, modes, affair.affairs_id);
  const payload = { affairs_id: affair.affairs_id };
  const orders = changes.map(({ domain }) => ({
    object_id: `${domain.root_id}:${domain.domain_id}`,
    payload: { ...payload, name: domain.cname },
  }));
  return { affair, later: { kind: APPLY, orders } };
}

function described({ domain, before, after }: Changed) {
  const shown = (records: readonly RecordRow[]) => textsOf(answersOf(records)).slice(0, NAMED);
  return {
    domain_id: domain.domain_id,
    domain: domain.domain,
    name: domain.cname,
    before: shown(before),
    after: shown(after ?? []),
  };
}

type Owner = Pick<AffairRow, 'oem_id' | 'root_id' | 'user_id' | 'user_name'>;

async function ownerOf(tx: Tx, changes: readonly Changed[], fallback: Owner): Promise<Owner> {
  const owners = [...groupedBy(changes, ({ domain }) => domain.user_id).values()].flatMap(
    ([first]) => first?.domain ?? [],
  );
  const roots = new Set(owners.map((owner) => owner.root_id));
  const [first] = owners;
  if (!first || roots.size > 1) return fallback;
  const { oem_id, root_id } = first;
  const user_id = owners.length === 1 ? first.user_id : root_id;
  const user = tx.selectFrom('users').select('user_name').where('user_id', '=', user_id);
  return { oem_id, root_id, user_id, user_name: (await user.executeTakeFirst())?.user_name ?? '' };
}

/** The caller, as whoever an affair about domains of several accounts belongs to. */
export function callerAsOwner({ principal }: Ctx): Owner {
  const { oem_id, user_id, user_name, first_id } = principal;
  return { oem_id, root_id: first_id || user_id, user_id, user_name };
}
