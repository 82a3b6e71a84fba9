import { MAX_BATCH } from '@/lib/guard/bwlist/contract';
import type { PlanUsage } from '@/lib/plan/plans/contract';
import { EXIT, Failure } from '../client/failure';
import type { Target } from '../client/server';
import { call, type Tell } from './api';
import type { Certificates } from './certificates';
import type { Entry, Fields, Live } from './entry';
import { type AddressChange, differences, type Plan, type Step } from './plan';
import { type Existing, settingsOf } from './read-server';
import { serve } from './serve';
import { isServing, type Serving } from './serving';

/** Ids of what is there and of what has been made on the way. */
export type Known = { policies: Map<string, string>; certificates: Certificates; entries: Map<Entry, Live> };

/** Of what is there before anything is done. */
export function knownOf({ policies, certificates }: Existing, { pairs }: Plan): Known {
  return {
    certificates,
    policies: new Map(policies),
    entries: new Map([...pairs].flatMap(([wanted, { live }]) => (live ? [[wanted, live]] : []))),
  };
}

const idOf = ({ live }: Entry): string => live?.id ?? '';

/** Does one step. Throws what the server refuses. */
export async function perform(target: Target, known: Known, step: Step, tell: Tell): Promise<void> {
  if (step.do === 'create') return create(target, known, step.wanted, step.of);
  if (step.do === 'delete') return remove(target, known, step.existing, step.of);
  if (step.do === 'change') return change(target, known, step.existing, step.wanted, step.of);
  if (step.do === 'serve')
    return serve(target, known.certificates, liveOf(known, step.wanted).id, step.wanted.fields as Partial<Serving>);
  if (step.do === 'addresses') return changeAddresses(target, liveOf(known, step.wanted).id, step.change, tell);
  return replace(target, known, step);
}

type Replacing = Extract<Step, { do: 'replace' }>;

/**
 * A rule is made before the old one goes, so that none is missing where the server refuses it or the command is broken off.
 * Of other kinds two cannot be there: they would have one number.
 */
async function replace(target: Target, known: Known, step: Replacing): Promise<void> {
  const make = () => create(target, known, step.wanted, step.of);
  const clear = () => remove(target, known, step.existing, step.of);
  const inPlace = async () => {
    await clear();
    await make();
  };
  if (!(step.kind in RULES)) return inPlace();
  try {
    await make();
  } catch (error) {
    if (!(await fitsInPlace(target, step, error).catch(() => false))) throw error;
    return inPlace();
  }
  await clear();
}

/** Whether a rule that the server has no room for fits once the one that it replaces has gone. */
async function fitsInPlace(target: Target, { differences: found }: Replacing, error: unknown): Promise<boolean> {
  const key = error instanceof Failure ? error.err_key : undefined;
  if (key === 'err.guard.rule.too_many') return true;
  if (key === 'err.guard.rule.too_large') return found.length === 0;
  if (key !== 'err.plan.quota_exceeded') return false;
  // An account may have more than its plan allows, and gets nothing back then.
  const { quotas } = (await call(target, 'GET', '/api/plan/usage')) as PlanUsage;
  const { limit = null, used = 0 } = quotas.find(({ quota }) => quota === 'max_rules') ?? {};
  return limit !== null && used <= limit;
}

/** What the server knows a wanted object by: since before, or since it was made. */
function liveOf(known: Known, wanted: Entry): Live {
  const live = known.entries.get(wanted);
  if (!live) throw new Failure(EXIT.failed, `${wanted.kind} ${wanted.key}`);
  return live;
}

const RULES = { cc_rule: 'cc', acl_rule: 'acl' } as const;
/** Paths of rules are below what they belong to; all other kinds have one path. */
function pathOf(kind: Entry['kind'], parent: string): string {
  if (kind === 'cc_rule' || kind === 'acl_rule') return `/api/guard/policies/${parent}/${RULES[kind]}/rules`;
  if (kind === 'brute_force_rule') return `/api/guard/domains/${parent}/brute-force/rules`;
  const paths = {
    policy: '/api/guard/policies',
    waf_group: '/api/guard/waf/rules',
    list: '/api/guard/bwlist/sets',
    domain: '/api/guard/domains',
    forward: '/api/guard/forwards',
  };
  return paths[kind];
}

const policyId = ({ policies }: Known, { policy }: Fields): string =>
  policy ? (policies.get(String(policy)) ?? '') : '';

/** How the server names a new object in its answer. */
const ID = {
  policy: 'policy_id',
  cc_rule: 'rule_id',
  acl_rule: 'rule_id',
  waf_group: 'tag',
  list: 'id',
  domain: 'domain_id',
  brute_force_rule: 'id',
  forward: 'id',
};

async function create(target: Target, known: Known, wanted: Entry, of: Entry | undefined): Promise<void> {
  const { kind, fields } = wanted;
  const parent = of ? liveOf(known, of).id : '';
  const path = pathOf(kind, parent);
  const made = (await call(target, 'POST', path, bodyOf(known, wanted, parent, of))) as Fields;
  const live: Live = { id: String(made[ID[kind]]), owner: '' };
  known.entries.set(wanted, live);
  if (kind === 'policy') known.policies.set(wanted.key, live.id);
  const { status } = made;
  if (RULES[kind as keyof typeof RULES] && status !== fields.status) {
    await call(target, 'PUT', `${path}/${live.id}/status`, { status: fields.status });
  }
  if (kind === 'domain') await finishDomain(target, known, wanted, made);
}

/** What one that creates an object sends. */
function bodyOf(known: Known, { kind, fields }: Entry, parent: string, of: Entry | undefined): Fields {
  const { status, policy: _name, settings, ...rest } = fields;
  if (kind === 'cc_rule' || kind === 'acl_rule') return rest;
  if (kind === 'waf_group') return { ...fields, policy_id: parent };
  if (kind === 'forward') return { ...fields, domain: of?.key, domain_id: parent };
  if (kind === 'list') return { ...rest, status, policy_id: policyId(known, fields) };
  if (kind !== 'domain') return fields;
  const [service] = (settings as { origin: { services: { sources: Fields[] }[] } }).origin.services;
  const src_sites = service?.sources.map(({ ip, port, protocol, weight }) => ({ addr: ip, port, protocol, weight }));
  return { domain: fields.domain, asset_name: fields.asset_name, policy_id: policyId(known, fields), src_sites };
}

/** A new domain has what creating one takes; the rest is changed. */
async function finishDomain(target: Target, known: Known, wanted: Entry, made: Fields): Promise<void> {
  const { id } = liveOf(known, wanted);
  const { settings, services } = await settingsOf(target, id);
  const { policy } = wanted.fields;
  const { asset_name, auto_cert, mode, domain } = made;
  const fields = { domain, policy, asset_name, auto_cert, mode, settings };
  await change(target, known, { ...wanted, fields, live: { id, owner: '', services } }, wanted, undefined);
}

async function change(
  target: Target,
  known: Known,
  existing: Entry,
  wanted: Entry,
  of: Entry | undefined,
): Promise<void> {
  const { kind, fields } = wanted;
  const path = `${pathOf(kind, of ? liveOf(known, of).id : '')}/${idOf(existing)}`;
  const changed = new Set(differences(existing.fields, fields).map(({ field }) => field.split('.')[0] ?? ''));
  const only = (...left: string[]) =>
    Object.fromEntries([...changed].filter((key) => !left.includes(key)).map((key) => [key, fields[key]]));
  if (kind === 'domain') return changeDomain(target, known, existing, wanted);
  if (kind === 'policy' || kind === 'brute_force_rule') await call(target, 'PUT', path, only());
  else if (kind === 'list') {
    const some = only('policy', 'ip_set_type');
    if (Object.keys(some).length > 0) await call(target, 'PUT', path, some);
    if (changed.has('policy')) await call(target, 'PUT', `${path}/policy`, { policy_id: policyId(known, fields) });
  } else {
    const { status, ...rest } = fields;
    // A rule is replaced as a whole; of a group and a forward what differs is sent.
    const whole = kind === 'cc_rule' || kind === 'acl_rule';
    const body = whole ? rest : only(kind === 'waf_group' ? 'status' : '', 'rule_id');
    const isSaid = whole ? [...changed].some((key) => key !== 'status') : Object.keys(body).length > 0;
    if (isSaid) await call(target, 'PUT', `${path}?utime=${existing.live?.utime}`, body);
    if (kind !== 'forward' && changed.has('status')) await call(target, 'PUT', `${path}/status`, { status });
  }
}

async function changeDomain(target: Target, known: Known, existing: Entry, wanted: Entry): Promise<void> {
  const path = `/api/guard/domains/${idOf(existing)}`;
  const found = differences(existing.fields, wanted.fields).map(({ field }) => field.split('.'));
  const { asset_name, auto_cert, mode } = wanted.fields;
  if (found.some(([key = '']) => key !== 'settings' && !isServing(key))) {
    await call(target, 'PUT', path, { asset_name, auto_cert, mode, policy_id: policyId(known, wanted.fields) });
  }
  const keys = new Set(found.flatMap(([key, setting]) => (key === 'settings' && setting ? [setting] : [])));
  if (keys.size === 0) return;
  const settings = wanted.fields.settings as Record<string, Fields>;
  const texts = [...keys].map((key) => [key, JSON.stringify(withServices(key, settings[key], existing))]);
  await call(target, 'PUT', `${path}/settings`, { settings: Object.fromEntries(texts) });
}

/** Origins with the ids of the services in their order; one that is new gets its own. */
function withServices(key: string, setting: Fields | undefined, { live }: Entry): unknown {
  if (key !== 'origin') return setting;
  const services = (setting?.services ?? []) as Fields[];
  const numbered = services.map((one, i) => ({ ...one, service_id: live?.services?.[i] ?? crypto.randomUUID() }));
  return { ...setting, services: numbered };
}

async function remove(target: Target, known: Known, existing: Entry, of: Entry | undefined): Promise<void> {
  const parent = of ? liveOf(known, of).id : '';
  await call(target, 'DELETE', `${pathOf(existing.kind, parent)}/${idOf(existing)}`);
}

function* batches<T>(all: readonly T[]): Generator<T[]> {
  for (let i = 0; i < all.length; i += MAX_BATCH) yield all.slice(i, i + MAX_BATCH);
}

/** Only what differs, in batches as large as the endpoints take. */
async function changeAddresses(target: Target, id: string, change: AddressChange, tell: Tell): Promise<void> {
  const path = `/api/guard/bwlist/sets/${id}/ips/batch`;
  const { add, enable, disable, remove } = change;
  const all = add.length + enable.length + disable.length + remove.length;
  let done = 0;
  const each = async <T>(some: readonly T[], work: (batch: T[]) => Promise<unknown>) => {
    for (const batch of batches(some)) {
      await work(batch);
      done += batch.length;
      tell(done, all);
    }
  };
  const eachKnown = (addresses: readonly string[], work: (ip_ids: number[]) => Promise<unknown>) =>
    each(addresses, async (ips) => {
      const there = (await call(target, 'POST', `${path}/known`, { ips })) as { id: number }[];
      if (there.length > 0) await work(there.map((one) => one.id));
    });
  await eachKnown(remove, (ip_ids) => call(target, 'POST', `${path}/delete`, { ip_ids }));
  await each(add, (some) =>
    call(target, 'POST', path, { ips: some.map(([ip_addr, status]) => ({ ip_addr, status })) }),
  );
  await eachKnown(enable, (ip_ids) => call(target, 'POST', `${path}/status`, { ip_ids, status: true }));
  await eachKnown(disable, (ip_ids) => call(target, 'POST', `${path}/status`, { ip_ids, status: false }));
}
