import { z } from 'zod';
import { inWords } from '@/lib/api/words';
import { CertInput } from '@/lib/guard/certs/contract';
import { AT_FIRST as DNS_AT_FIRST, DnsConfigInput } from '@/lib/guard/dns-config/contract';
import { NodesInput } from '@/lib/guard/nodes/contract';
import { OriginGroupInput } from '@/lib/guard/origin-groups/contract';
import { NODE, SRC } from '@/lib/guard/schedules/vocabulary';
import type { Fields } from './entry';

/** SHA-256 as Parapet and openssl write it; also without colons or in small letters. */
const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{2}(:?[0-9a-f]{2}){31}$/i)
  .transform((text) => (text.toUpperCase().match(/[0-9A-F]{2}/g) ?? []).join(':'));

/** A certificate that the server has, by what it is called or by what it is. */
const CertificateName = z.object({ name: CertInput.shape.name.optional(), fingerprint: fingerprint.optional() });
export type CertificateName = z.output<typeof CertificateName>;

/** A set: its order says nothing. */
const nodes = z.array(NodesInput.shape.node_ids.element).transform((ids) => ids.toSorted());

const OriginGroups = z
  .array(
    OriginGroupInput.extend({
      node_ids: OriginGroupInput.shape.node_ids.transform((ids) => ids.toSorted()),
      src_ips: OriginGroupInput.shape.src_ips.transform((ips) => ips.toSorted()),
    }),
  )
  .transform((groups) => groups.toSorted((a, b) => (a.name < b.name ? -1 : 1)));

/** What a domain is served with; each stays as it is where a file leaves it out. */
const Serving = z.object({
  /** The one bound last comes first. */
  certificates: z.array(CertificateName),
  nodes,
  locked_nodes: nodes,
  /** All but the default one, which has what is in no other. */
  origin_groups: OriginGroups,
  dns: DnsConfigInput.extend({ target_mode: inWords('dns_mode', z.literal([SRC, NODE])) }).partial(),
});
export type Serving = z.output<typeof Serving>;

export const SERVING = Serving.partial().shape;
export const isServing = (field: string): field is keyof Serving => Object.hasOwn(SERVING, field);

/** Where a file gives nodes, in one list or in both, those are all of them. */
export function withAllNodes(fields: Fields): Fields {
  return 'nodes' in fields || 'locked_nodes' in fields ? { nodes: [], locked_nodes: [], ...fields } : fields;
}

/** All nodes that the fields of a domain give it. */
export function nodesOf(fields: Fields): string[] {
  const { nodes = [], locked_nodes = [] } = fields as Partial<Serving>;
  return [...nodes, ...locked_nodes];
}

/** What contradicts something else in the fields of a domain. */
export type Contradiction = {
  at: (string | number)[];
  key: 'twice' | 'no_node' | 'no_origin' | 'one_name';
  name: string;
};

/** What the server would refuse when half of the work is done. */
export function contradictionsIn(fields: Fields): Contradiction[] {
  const { certificates = [], origin_groups = [] } = fields as Partial<Serving>;
  const sets: [keyof Serving, readonly string[]][] = [
    ['nodes', nodesOf(fields)],
    ['origin_groups', origin_groups.map(({ name }) => name.toLowerCase())],
    ['origin_groups', origin_groups.flatMap(({ node_ids }) => node_ids)],
    ['origin_groups', origin_groups.flatMap(({ src_ips }) => src_ips)],
  ];
  const called = certificates.flatMap(({ name, fingerprint }, i): Contradiction[] =>
    (name === undefined) === (fingerprint === undefined)
      ? [{ at: ['certificates', i], key: 'one_name', name: '' }]
      : [],
  );
  const repeated = sets.flatMap(([at, values]): Contradiction[] => {
    const name = values.find((value, i) => values.indexOf(value) < i);
    return name === undefined ? [] : [{ at: [at], key: 'twice', name }];
  });
  return [...called, ...repeated, ...strangersIn(fields)];
}

/** Members of origin groups that the domain does not have. A file that says nothing of nodes leaves theirs to the server. */
function strangersIn(fields: Fields): Contradiction[] {
  const { nodes, origin_groups = [] } = fields as Partial<Serving>;
  const { services } = (fields.settings as { origin: { services: { sources: { ip: string }[] }[] } }).origin;
  const origins = services.flatMap(({ sources }) => sources.map(({ ip }) => ip));
  const strangers = (key: Contradiction['key'], members: readonly string[], known: readonly string[]) =>
    members
      .filter((name) => !known.includes(name))
      .map((name): Contradiction => ({ at: ['origin_groups'], key, name }));
  return origin_groups.flatMap(({ node_ids, src_ips }) => [
    ...(nodes ? strangers('no_node', node_ids, nodesOf(fields)) : []),
    ...strangers('no_origin', src_ips, origins),
  ]);
}

/** Of a domain that has just been made. */
export const AT_FIRST = {
  certificates: [],
  nodes: [],
  locked_nodes: [],
  origin_groups: [],
  dns: { ...DNS_AT_FIRST, target_mode: NODE },
} satisfies Serving;
