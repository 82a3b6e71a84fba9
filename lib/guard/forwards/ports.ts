import { AppError } from '@/lib/api/errors';
import { forChange } from '@/lib/db/dialect';
import { groupedBy } from '@/lib/db/grouped';
import type { Db, Tx } from '@/lib/db/store';

/** A port of a protocol, as a forward has it. */
type Port = { schema: number; port: number };
/** A node that is to be given to a domain, or that it has. */
type Binding = { domain_id: string; node_id: string };
type Claim = Port & Binding;

const claimKey = ({ node_id, schema, port }: Claim) => `${node_id} ${schema} ${port}`;

/**
 * Throws port_on_node where a domain of whatever account forwards this port on a node that `domain_id` has; the domain is
 * locked. The answer names that node, never the other domain. The forward that is `moved` gives up its place, and takes none from
 * itself.
 */
export async function requireFreePort(
  tx: Tx,
  domain_id: string,
  { schema, port }: Port,
  moved?: number,
): Promise<void> {
  const rows = await tx.selectFrom('domain_nodes').select('node_id').where('domain_id', '=', domain_id).execute();
  const bindings = rows.map(({ node_id }) => ({ domain_id, node_id }));
  await lockNodes(tx, bindings);
  const taken = await takenBy(tx, [{ schema, port, domain_id }], bindings, moved);
  const [node] = bindings.filter((one) => taken.has(claimKey({ ...one, schema, port })));
  if (node) throw portOnNode('port', { schema, port, ...node });
}

/**
 * Throws port_on_node where another domain forwards on one of these nodes, which `domain_id` is to be given, what that does.
 * The domain is locked.
 */
export async function requireFreeNodes(
  tx: Tx,
  domain_id: string,
  node_ids: readonly string[],
  fieldOf: (node_id: string) => string,
): Promise<void> {
  const bindings = node_ids.map((node_id) => ({ domain_id, node_id }));
  const [clash] = await clashes(tx, bindings);
  if (clash) throw portOnNode(fieldOf(clash.node_id), clash);
}

/**
 * Those bindings, in their order, that the domains, which are locked, can have: no port is forwarded twice on a node, the
 * earlier of two that are given together wins.
 */
export async function withFreePorts<B extends Binding>(tx: Tx, bindings: readonly B[]): Promise<B[]> {
  const refused = new Set((await clashes(tx, bindings)).map(({ domain_id, node_id }) => `${domain_id} ${node_id}`));
  return bindings.filter(({ domain_id, node_id }) => !refused.has(`${domain_id} ${node_id}`));
}

/** What of each domain's ports another domain forwards already on the node that it is to be given, or was given before it here. */
async function clashes(tx: Tx, bindings: readonly Binding[]): Promise<Claim[]> {
  const portsOf = groupedBy(await portsIn(tx, bindings), (row) => row.domain_id);
  const claiming = bindings.filter(({ domain_id }) => portsOf.has(domain_id));
  if (claiming.length === 0) return [];
  await lockNodes(tx, claiming);
  const taken = await takenBy(tx, [...portsOf.values()].flat(), claiming);
  const found: Claim[] = [];
  for (const binding of claiming) {
    const claims = (portsOf.get(binding.domain_id) ?? []).map((port) => ({ ...port, ...binding }));
    const clash = claims.find((claim) => taken.has(claimKey(claim)));
    if (clash) found.push(clash);
    else for (const claim of claims) taken.add(claimKey(claim));
  }
  return found;
}

async function portsIn(db: Db, bindings: readonly Binding[]) {
  const domain_ids = [...new Set(bindings.map(({ domain_id }) => domain_id))];
  if (domain_ids.length === 0) return [];
  const rows = db.selectFrom('forwards').select(['domain_id', 'schema', 'port']).where('domain_id', 'in', domain_ids);
  return rows.orderBy('id').execute();
}

/** Keeps ports of these nodes from being claimed by anybody else until the transaction ends; in one order everywhere. */
async function lockNodes(tx: Tx, bindings: readonly Binding[]): Promise<void> {
  const node_ids = [...new Set(bindings.map(({ node_id }) => node_id))];
  if (node_ids.length === 0) return;
  const rows = tx.selectFrom('nodes').select('node_id').where('node_id', 'in', node_ids).orderBy('node_id');
  await rows.modifyEnd(forChange(tx)).execute();
}

/** Which of these ports are forwarded on which of these nodes by domains that have them, but for one forward that is `moved`. */
async function takenBy(
  db: Db,
  ports: readonly (Port & { domain_id: string })[],
  bindings: readonly Binding[],
  moved?: number,
): Promise<Set<string>> {
  if (bindings.length === 0) return new Set();
  const rows = await db
    .selectFrom('forwards')
    .innerJoin('domain_nodes', 'domain_nodes.domain_id', 'forwards.domain_id')
    .select(['forwards.id', 'forwards.schema', 'forwards.port', 'forwards.domain_id', 'domain_nodes.node_id'])
    .where('forwards.port', 'in', [...new Set(ports.map(({ port }) => port))])
    .where('domain_nodes.node_id', 'in', [...new Set(bindings.map(({ node_id }) => node_id))])
    .execute();
  const own = new Set(bindings.map(({ domain_id, node_id }) => `${domain_id} ${node_id}`));
  const others = rows.filter((row) => row.id !== moved && !own.has(`${row.domain_id} ${row.node_id}`));
  return new Set(others.map(claimKey));
}

const portOnNode = (field: string, { port, node_id }: Claim) =>
  new AppError('err.guard.forward.port_on_node', { field, values: { port: String(port), node: node_id } });
