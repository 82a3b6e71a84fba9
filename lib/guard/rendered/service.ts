import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Db } from '@/lib/db/store';
import type { Delivered } from '@/lib/delivery/artefact';
import { artefact as lists } from '@/lib/guard/bwlist/artefact';
import { artefact as domains } from '@/lib/guard/domains/artefact';
import { requireDomain } from '@/lib/guard/domains/locked';
import { listAssigned } from '@/lib/guard/nodes/repository';
import { artefact as policies } from '@/lib/guard/policies/artefact';
import type { ListContent, NodeSettings, PolicyContent, SiteContent } from '@/lib/render/nginx/content';
import { renderSite } from '@/lib/render/nginx/site';
import type { Note } from '@/lib/render/nginx/vocabulary';
import { type Made, madeBefore } from './before';
import { comparer } from './compare';
import { MAX_SHOWN, type Rendered } from './contract';

/** Where Debian has what a node needs; only the agent of a node knows better. */
const USUAL: Omit<NodeSettings, 'node_id'> = {
  ...{ http: 80, https: 443, listen: [], trusted_proxies: [], probe: '', revision: 0 },
  ...{ root: '/etc/parapet/current', logs: '/var/log/parapet', certificates: '/etc/parapet/certificates' },
  crs: '/etc/parapet/crs',
};

/**
 * What a node is to run for a domain as it is saved now, its first node where none is named. Throws not_found for a node that the domain
 * does not have, and not_approved for a domain that no node serves yet.
 */
export async function readRendered(ctx: Ctx, domain_id: string, wanted?: string): Promise<Rendered> {
  const { policy_id } = await requireDomain(ctx, domain_id);
  const nodes = (await listAssigned(ctx.db, domain_id)).map((node) => node.node_id);
  const node_id = wanted ?? nodes[0] ?? '';
  if (wanted !== undefined && !nodes.includes(wanted)) throw notFound();
  const site = await contentOf<SiteContent>(ctx.db, domains, domain_id);
  const policy = await contentOf<PolicyContent>(ctx.db, policies, policy_id);
  if (!site || !policy) throw new AppError('err.guard.rendered.not_approved');
  const { files, notes } = await render(ctx.db, node_id, { site, policy });
  const before = await madeBefore(ctx.db, { site, policy });
  const old = before ? (await render(ctx.db, node_id, before)).files : files;
  const compare = comparer();
  return {
    ...{ domain_id, node_id, notes: notes.map(shown), compared: before !== undefined },
    files: [...new Set([...files.keys(), ...old.keys()])].map((path) => {
      const text = files.get(path);
      const { change, diff } = compare(old.get(path), text);
      return {
        ...{ path, text: text?.slice(0, MAX_SHOWN) ?? '', length: text?.length ?? 0 },
        ...{ change, diff: diff.slice(0, MAX_SHOWN) },
      };
    }),
  };
}

/** The files of a node, with its lists as they are saved now. */
async function render(db: Db, node_id: string, { site, policy }: Made) {
  const ids = policy.lists.map(String);
  const own = ids.length > 0 ? [...(await lists.render(db, ids)).values()] : [];
  return renderSite({
    ...{ site, policy, node: { ...USUAL, node_id } },
    lists: own.flatMap((one) => (one === 'unready' ? [] : [one.content as ListContent])),
  });
}

async function contentOf<T>(db: Db, kind: Delivered, object_id: string): Promise<T | undefined> {
  const found = (await kind.render(db, [object_id])).get(object_id);
  return found === undefined || found === 'unready' ? undefined : (found.content as T);
}

const shown = ({ key, rule, field }: Note): Rendered['notes'][number] => ({
  key,
  ...(rule ? { rule_kind: rule.kind, rule_id: rule.id } : {}),
  ...(field === undefined ? {} : { field }),
});
