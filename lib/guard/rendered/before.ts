import type { Db } from '@/lib/db/store';
import { type Ref, written } from '@/lib/delivery/artefact';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import { POLICY } from '@/lib/guard/policies/vocabulary';
import { findArtefact } from '@/lib/guard/releases/repository';
import type { PolicyContent, SiteContent } from '@/lib/render/nginx/content';

/** What the files of a domain are made of. */
export type Made = { site: SiteContent; policy: PolicyContent };

/** The last version of an object that nodes were given. */
async function headOf(db: Db, ref: Ref) {
  const heads = db.selectFrom('artefact_heads').select('number').where('kind', '=', ref.kind);
  const head = await heads.where('object_id', '=', ref.object_id).executeTakeFirst();
  return head && findArtefact(db, ref, head.number);
}

const policyOf = ({ policy_id }: SiteContent): Ref => ({ kind: POLICY, object_id: policy_id });

/**
 * What a domain was made of before its last change: what nodes were given, while something saved has not been given to them yet,
 * else the version before the latest of domain and policy. Undefined where nothing came before, or it is no longer kept.
 */
export async function madeBefore(db: Db, now: Made): Promise<Made | undefined> {
  const own: Ref = { kind: DOMAIN, object_id: now.site.domain_id };
  const [domain, policy] = await Promise.all([headOf(db, own), headOf(db, policyOf(now.site))]);
  if (!domain || !policy) return undefined;
  const given = { site: domain.content, policy: policy.content };
  if (given.site !== written(now.site).content) return madeOf(db, given.site);
  if (given.policy !== written(now.policy).content) return read(given);
  if (policy.ctime > domain.ctime) {
    const older = await findArtefact(db, policyOf(now.site), policy.number - 1);
    return older && read({ ...given, policy: older.content });
  }
  const older = await findArtefact(db, own, domain.number - 1);
  return older && madeOf(db, older.content);
}

/** A site with the policy it had then, as nodes have that policy now. */
async function madeOf(db: Db, site: string): Promise<Made | undefined> {
  const policy = await headOf(db, policyOf(JSON.parse(site)));
  return policy && read({ site, policy: policy.content });
}

const read = ({ site, policy }: { site: string; policy: string }): Made => ({
  site: JSON.parse(site),
  policy: JSON.parse(policy),
});
