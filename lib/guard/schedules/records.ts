import { isIPv4, isIPv6 } from 'node:net';
import { v7 as uuid } from 'uuid';
import { type Answer, TTL } from '@/lib/guard/dns/provider';
import { originsOf, type Settings } from '@/lib/guard/domains/settings';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { ENABLE } from '@/lib/guard/domains/vocabulary';
import type { AssignedNode } from '@/lib/guard/nodes/contract';
import { isRefused } from '@/lib/guard/probes/addresses';
import type { RecordRow } from './tables';
import { A, AAAA, CNAME, DISABLED, ENABLED, type Mode, NODE, READY, SRC, SWITCHING } from './vocabulary';

/** What a record says, whatever state it is in. */
export type Wanted = Pick<RecordRow, 'record_type' | 'record_line' | 'value' | 'made_of' | 'node_id' | 'wanted'>;

type Ipv6 = { src_ipv6_check: string; default_ipv6_check: string };
/** A node as bound to a domain. */
export type BoundNode = AssignedNode & { enabled: boolean };

const UNLOCKED = 1;
export const lockedOf = (nodes: readonly BoundNode[]): Set<string> =>
  new Set(nodes.flatMap(({ node_id, lock_status }) => (lock_status === UNLOCKED ? [] : node_id)));

const typeOf = (value: string) => (isIPv4(value) ? A : isIPv6(value) ? AAAA : CNAME);

/** Records for the origins that are on; of IPv6 addresses only where the domain's DNS settings say so. */
export function ofOrigins(settings: Settings, { src_ipv6_check }: Pick<Ipv6, 'src_ipv6_check'>): Wanted[] {
  const sources = originsOf(settings).services.flatMap((service) => service.sources);
  const lines = new Map(sources.filter(({ status }) => status === ENABLE).map(({ ip, line }) => [ip, line] as const));
  return [...lines]
    .map(
      ([value, line]): Wanted => ({
        ...{ record_type: typeOf(value), record_line: line ?? 'default', value },
        ...{ made_of: SRC, node_id: '', wanted: 1 },
      }),
    )
    .filter(({ record_type, value }) => record_type === CNAME || !isRefused(value))
    .filter(({ record_type }) => record_type !== AAAA || src_ipv6_check === ENABLE);
}

/** Records for nodes; those of locked nodes, and of nodes that were not switched on, are not wanted. */
export function ofNodes(
  nodes: readonly BoundNode[],
  { default_ipv6_check }: Pick<Ipv6, 'default_ipv6_check'>,
): Wanted[] {
  return nodes
    .map(
      ({ node_id, ip_addr, line, enabled, lock_status }): Wanted => ({
        ...{ record_type: typeOf(ip_addr), record_line: String(line), value: ip_addr },
        ...{ made_of: NODE, node_id, wanted: Number(enabled && lock_status === UNLOCKED) },
      }),
    )
    .filter(({ record_type }) => record_type !== AAAA || default_ipv6_check === ENABLE);
}

/** A new record of a domain that is in a mode. */
export function made(
  domain: Pick<DomainRow, 'domain_id' | 'cname'>,
  mode: Mode,
  now: number,
  wanted: Wanted,
): RecordRow {
  const dot = domain.cname.indexOf('.');
  const status = wanted.made_of === mode && wanted.wanted === 1 ? ENABLED : DISABLED;
  return {
    ...wanted,
    record_id: uuid(),
    domain_id: domain.domain_id,
    associated_id: '',
    domain: domain.cname.slice(dot + 1),
    subdomain: domain.cname.slice(0, dot),
    ttl: TTL,
    ...{ status, last_status: status, group_type: mode, last_group_type: mode, switch_state: READY },
    ...{ ctime: now, utime: now },
  };
}

/** What most records say; a domain that has none is to be answered for by nodes. */
export function modeOf(records: readonly Pick<RecordRow, 'group_type'>[]): Mode {
  const src = records.filter((record) => record.group_type === SRC).length;
  return src * 2 > records.length ? SRC : NODE;
}

/** A record about to change, with what a reset brings back. */
export const remembered = (record: RecordRow): RecordRow => ({
  ...record,
  ...{ last_status: record.status, last_group_type: record.group_type },
});

/** Switches on exactly the records that are to answer in a mode: those wanted, or where none is all; never locked nodes'. */
export function switched(
  records: readonly RecordRow[],
  mode: Mode,
  { now, locked }: { now: number; locked: ReadonlySet<string> },
): RecordRow[] {
  const mayAnswer = (record: RecordRow) => record.made_of === mode && !locked.has(record.node_id);
  const isAny = records.some((record) => mayAnswer(record) && record.wanted === 1);
  return records.map((record) => {
    const isOn = mayAnswer(record) && (!isAny || record.wanted === 1);
    return {
      ...remembered(record),
      ...{ group_type: mode, switch_state: SWITCHING, utime: now },
      status: isOn ? ENABLED : DISABLED,
      wanted: isOn ? 1 : record.wanted,
    };
  });
}

/** A node's record as its node is. It is the same after a reset, which takes back what was done with records alone. */
export function asNode(record: RecordRow, isOn: boolean, mode: Mode, utime: number): RecordRow {
  const statusIn = (one: number) => (isOn && one === NODE ? ENABLED : DISABLED);
  const [status, last_status, wanted] = [statusIn(mode), statusIn(record.last_group_type), Number(isOn)];
  const isSame = record.status === status && record.last_status === last_status && record.wanted === wanted;
  return isSame ? record : { ...record, status, last_status, wanted, utime };
}

/** Switches locked nodes off once anything else answers. */
export function withoutLocked(records: readonly RecordRow[], locked: ReadonlySet<string>, now: number): RecordRow[] {
  const isLeft = answersOf(records.filter(({ node_id }) => !locked.has(node_id))).length > 0;
  const isOver = (record: RecordRow) => isLeft && record.status === ENABLED && locked.has(record.node_id);
  return records.map((record) => (isOver(record) ? asNode(record, false, NODE, now) : record));
}

/** What the last change of these records made of them, taken back. */
export function rolledBack(records: readonly RecordRow[], now: number): RecordRow[] {
  return records.map((record) => ({
    ...record,
    ...{ status: record.last_status, group_type: record.last_group_type, switch_state: READY, utime: now },
  }));
}

const TYPE_NAMES: Readonly<Record<number, Answer['type']>> = { [A]: 'A', [AAAA]: 'AAAA', [CNAME]: 'CNAME' };

/** What is to be answered for the name of these records: an alias only where nothing has an address, and one at most. */
export function answersOf(records: readonly Pick<RecordRow, 'status' | 'record_type' | 'value'>[]): Answer[] {
  const all = records
    .filter((record) => record.status === ENABLED)
    .flatMap(({ record_type, value }) => {
      const type = TYPE_NAMES[record_type];
      return type ? [{ type, value }] : [];
    });
  const addresses = all.filter(({ type }) => type !== 'CNAME');
  return addresses.length > 0 ? addresses : all.slice(0, 1);
}
