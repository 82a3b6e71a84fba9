import type { AnyJson } from '../json';
import type { Visitor } from './visitor';

const ADMIN = { as: 'admin' };
const NODE = 'hk-1';

/** A node that is enrolled, fetches what it should run, and says how it is. */
export async function nodes(v: Visitor): Promise<void> {
  const spare = await v.call('guard.node-enrolments.create', { ...ADMIN, ids: [NODE] });
  await v.call('guard.node-enrolments.revoke', { ...ADMIN, ids: [NODE, spare.enrolment_id] });
  const { token } = await v.call('guard.node-enrolments.create', { ...ADMIN, ids: [NODE] });
  const { api_key } = await v.call('guard.node-enrolments.enrol', { headers: {}, body: { token } });
  const rotated = await v.call('guard.node-enrolments.rotate', { headers: keyed(api_key), ids: [NODE] });
  const headers = keyed(rotated.api_key ?? api_key);
  const asNode = (operation: string, ids: readonly unknown[] = [], body?: unknown) =>
    v.call(`guard.agents.${operation}`, { headers, ids: [NODE, ...ids], ...(body ? { body } : {}) });
  const { artefacts, revision } = await asNode('desired');
  const [first] = artefacts;
  await asNode('artefact', [first.hash]);
  await v.call('guard.agents.artefacts', { headers, ids: [NODE], query: `hashes=${first.hash}` });
  const certificate = artefacts.find((one: AnyJson) => one.kind === 'cert');
  await asNode('certificate', [certificate.object_id]);
  await asNode('ranges', ['country-CN']);
  await v.call('guard.agents.release', { headers, ids: [NODE], query: 'system=linux-amd64' });
  const { kind, object_id, number } = first;
  const run = { kind, object_id, number, status: 'running', since: Date.now() };
  await asNode('report', [], { revision, objects: [run] });
  await asNode('health', [], { ...FIGURES, clock: Date.now() });
  await asNode('events', [], { batch_id: 'hk-1-1', format: 'nginx_json', lines: '{}' });
  await v.call('guard.fleet.drain', { ...ADMIN, ids: ['sgp-1'], body: { draining: true } });
  await v.call('guard.fleet.drain', { ...ADMIN, ids: ['sgp-1'], body: { draining: false } });
  await v.call('guard.fleet.remove', { ...ADMIN, ids: ['lon-1'] });
}

const keyed = (key: string) => ({ Authorization: `ApiKey ${key}` });

const MB = 1024 * 1024;
const FIGURES = {
  ...{ agent_version: '0.1.0', nginx_version: '1.26.3', load: 0.4, worker_bytes: 90 * MB, agent_bytes: 60 * MB },
  ...{ disk_free: 30_000 * MB, disk_size: 40_000 * MB, unsent_bytes: 0 },
  ...{ certificates: [], origins: [], failing_origins: 0 },
};
