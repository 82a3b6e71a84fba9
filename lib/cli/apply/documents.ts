import { z } from 'zod';
import { ignoredFields } from '@/lib/api/parse';
import { AclRuleInput } from '@/lib/guard/acl-rules/contract';
import { BruteForceInput, MAX_RULES as MAX_BRUTE_FORCE_RULES } from '@/lib/guard/brute-force/contract';
import { IpSetInput, MAX_IPS, MAX_SETS } from '@/lib/guard/bwlist/contract';
import { CcRuleInput } from '@/lib/guard/cc-rules/contract';
import { DomainEdit, DomainInput } from '@/lib/guard/domains/contract';
import { newSettings } from '@/lib/guard/domains/settings';
import { ForwardInput, MAX_FORWARDS } from '@/lib/guard/forwards/contract';
import { PROTOCOLS } from '@/lib/guard/forwards/vocabulary';
import { PolicyInput } from '@/lib/guard/policies/contract';
import { ruleStamps } from '@/lib/guard/rules/contract';
import { ENABLED, MAX_RULES } from '@/lib/guard/rules/vocabulary';
import { OriginSetting, Source, SwitchSetting } from '@/lib/guard/settings/contract';
import { MAX_GROUPS, WafGroupInput } from '@/lib/guard/waf-groups/contract';
import type { Addresses, Entry, Fields, Kind, PartKind } from './entry';
import { SERVING } from './serving';

const status = ruleStamps.status.default(ENABLED);
/** The name of a policy, in place of its id. */
const policy = PolicyInput.shape.name;

/** Services without the ids that the server gives them, by which files would differ for ever. */
const Origin = OriginSetting.extend({
  services: z
    .array(
      z.looseObject({
        service_id: z
          .unknown()
          .refine((v) => v === undefined)
          .optional(),
        sources: z.array(Source).min(1).max(20),
      }),
    )
    .min(1)
    .max(20),
});

/** Every setting that domains have. */
const settings = z.object({
  ...Object.fromEntries(Object.keys(newSettings([])).map((key) => [key, SwitchSetting.optional()])),
  origin: Origin,
});

/** Fields of each kind as a file has them: those of the endpoint that creates one, without ids. */
export const FIELDS: Readonly<Record<Kind, z.ZodObject>> = {
  policy: PolicyInput.extend({ comment: PolicyInput.shape.comment.default('') }),
  cc_rule: CcRuleInput.safeExtend({ status }),
  acl_rule: AclRuleInput.safeExtend({ status }),
  waf_group: WafGroupInput.omit({ policy_id: true }),
  list: IpSetInput.omit({ policy_id: true }).extend({ policy: policy.or(z.literal('')).default('') }),
  domain: z.object({
    domain: DomainInput.shape.domain,
    policy,
    asset_name: DomainInput.shape.asset_name.default(''),
    auto_cert: DomainEdit.shape.auto_cert.default(false),
    mode: DomainEdit.shape.mode.default(1),
    settings,
    ...SERVING,
  }),
  brute_force_rule: BruteForceInput,
  forward: ForwardInput.omit({ domain: true, domain_id: true, user_id: true }),
};

/** Under which key of which file the parts of an object are, and how many there may be. */
export const PARTS = {
  cc_rule: { of: 'policy', key: 'cc_rules', max: MAX_RULES },
  acl_rule: { of: 'policy', key: 'acl_rules', max: MAX_RULES },
  waf_group: { of: 'policy', key: 'waf_groups', max: MAX_GROUPS },
  brute_force_rule: { of: 'domain', key: 'brute_force_rules', max: MAX_BRUTE_FORCE_RULES },
  forward: { of: 'domain', key: 'forwards', max: MAX_FORWARDS },
} as const satisfies Record<PartKind, { of: Kind; key: string; max: number }>;

/** Folders of files by what one file of theirs is about, and how many files that may be. */
export const FOLDERS = {
  policies: { kind: 'policy', max: 2000 },
  lists: { kind: 'list', max: MAX_SETS * 10 },
  domains: { kind: 'domain', max: 20_000 },
} as const satisfies Record<string, { kind: Kind; max: number }>;
export type Folder = keyof typeof FOLDERS;

/** Under which key of a list's file its addresses are, and whether those are enabled. */
export const ADDRESSES = { addresses: true, disabled_addresses: false } as const;
export const MAX_ADDRESSES = MAX_IPS;

export const partKindsOf = (kind: Kind) => (Object.keys(PARTS) as PartKind[]).filter((part) => PARTS[part].of === kind);

/** The keys that a file of a kind, or a part in one, may have. */
export const keysOf = (kind: Kind): string[] => [
  ...Object.keys(FIELDS[kind].shape),
  ...partKindsOf(kind).map((part) => PARTS[part].key),
  ...(kind === 'list' ? Object.keys(ADDRESSES) : []),
];

/** By what an object is known among those of its kind. */
export function keyOf(kind: Kind, fields: Fields): string {
  if (kind === 'forward') return `${PROTOCOLS[Number(fields.schema)]} ${fields.port}`;
  return String(kind === 'domain' ? fields.domain : fields.name);
}

/** Whether nothing of what was written is lost when its schema reads it. */
export const unknownField = (written: unknown, read: unknown): string | undefined => ignoredFields(written, read)[0];

/** Keys that the schema knows at a path, such as `matches.0`; empty where it takes any. */
export function knownKeys(kind: Kind, path: readonly string[]): string[] {
  let at: z.core.$ZodType | undefined = FIELDS[kind];
  for (const key of path) {
    const { def } = plain(at)._zod as { def: { shape?: Record<string, z.core.$ZodType>; element?: z.core.$ZodType } };
    at = def.element ?? def.shape?.[key];
    if (!at) return [];
  }
  const { shape } = plain(at)._zod.def as { shape?: object };
  return Object.keys(shape ?? {});
}

/** A schema without what makes it optional, or something else of what it has read. */
function plain(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType, in: read } = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const within = innerType ?? read;
  return within ? plain(within) : schema;
}

type Numbered = { tag: number; rule_id: number };
/** Business numbers from here on, with the tag of what they are of, are the store's own (spec 2.11). */
const GENERATED = 1_000_000_000;
const chosen = <T extends Numbered>({ rule_id, ...rest }: T) =>
  rule_id === GENERATED + rest.tag ? rest : { ...rest, rule_id };

/** What a server answers as its file says it: ids, times and what is generated are left out. */
export function fieldsOf(kind: Kind, answered: object): Fields {
  const group = answered as Numbered & { rules: Numbered[] };
  const said = kind === 'waf_group' ? { ...chosen(group), rules: group.rules.map(chosen) } : answered;
  return FIELDS[kind].parse(said) as Fields;
}

/** An entry as its file has it: what has its default is left out, where nothing else is said by that. */
export function documentOf(entry: Entry): Fields {
  const parts = partKindsOf(entry.kind)
    .filter((part) => entry.parts[part] !== undefined)
    .map((part) => [PARTS[part].key, entry.parts[part]?.map(documentOf)]);
  return {
    ...withoutEmpty(shortest(entry.kind, entry.fields)),
    ...Object.fromEntries(parts),
    ...(entry.addresses && addressesOf(entry.addresses)),
  };
}

/** Nodes that are not locked are said even where there are none; both lists together are all nodes. */
function withoutEmpty({ locked_nodes, ...fields }: Fields): Fields {
  return Array.isArray(locked_nodes) && locked_nodes.length > 0 ? { ...fields, locked_nodes } : fields;
}

function shortest(kind: Kind, fields: Fields): Fields {
  const text = JSON.stringify(fields);
  const needed = Object.keys(fields).filter((key) => {
    const { [key]: _left, ...rest } = fields;
    const read = FIELDS[kind].safeParse(rest);
    return !read.success || JSON.stringify({ ...fields, ...read.data }) !== text || !(key in read.data);
  });
  return Object.fromEntries(needed.map((key) => [key, fields[key]]));
}

/** In the order of their digits, so that a file changes where its list does. */
const inOrder = new Intl.Collator('en', { numeric: true });

function addressesOf(addresses: Addresses): Fields {
  const groups = Object.entries(ADDRESSES).map(([key, enabled]) => {
    const own = [...addresses].filter((one) => one[1] === enabled).map(([address]) => address);
    return [key, own.sort(inOrder.compare)] as const;
  });
  return Object.fromEntries(groups.filter(([key, own]) => own.length > 0 || key === 'addresses'));
}
