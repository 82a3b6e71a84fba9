import type { AclRule } from '@/lib/guard/acl-rules/contract';
import type { BruteForceRule } from '@/lib/guard/brute-force/contract';
import type { CcRule } from '@/lib/guard/cc-rules/contract';
import type { Forward } from '@/lib/guard/forwards/contract';
import type { WafGroup, WafRule } from '@/lib/guard/waf-groups/contract';
import type { RangeKind } from './vocabulary';

/** What artefacts hold, as nodes get them (docs/delivery.md). */

type Rules<R> = Omit<R, 'describe' | 'status' | 'ctime' | 'utime'>[];

export type SiteContent = {
  domain_id: string;
  domain: string;
  policy_id: string;
  settings: Record<string, unknown>;
  /** The latest binding first; `version` where a node has it in a folder of its own for each chain. */
  certificates: { id: number; certificate_type: number; version?: string }[];
  origin_groups: { group_id: number; node_ids: string[]; src_ips: string[] }[];
  brute_force_rules: BruteForceRule[];
  forwards: Pick<Forward, 'id' | 'schema' | 'port' | 'node_ipaddrs' | 'status' | 'src_setting' | 'adv_settings'>[];
};

export type SubRule = Pick<WafRule, 'rule_id' | 'zone' | 'sub_field' | 'pattern_type' | 'pattern' | 'is_not'>;
export type Group = Pick<WafGroup, 'rule_id' | 'sub_rule_condition' | 'action'> & { rules: SubRule[] };

export type PolicyContent = {
  policy_id: string;
  cc_rules: Rules<CcRule>;
  acl_rules: Rules<AclRule>;
  waf_groups: Group[];
  /** Ids of its enabled lists. */
  lists: number[];
};

/** The networks of a country or of an autonomous system: one a line in `<file>.list`, and with its value for nginx in `<file>.conf`. */
export type Ranges = { kind: RangeKind; value: string; file: string };

/** A list, with its pieces put together or left as files that the node has by their hashes. */
export type ListContent = { id: number; type: 'black' | 'white'; parts: string[] };

/** Where a node has what it runs, and how it is reached. */
export type NodeSettings = {
  node_id: string;
  /** Ports of sites. */
  http: number;
  https: number;
  /** Addresses to listen on; empty: all. */
  listen: readonly string[];
  /** Folder of the rendered files, of logs, and of certificates as `<id>-<version>/chain.pem` and `key.pem`. */
  root: string;
  logs: string;
  certificates: string;
  /** Folder of the OWASP rules, with crs-setup.conf beside `rules`. */
  crs: string;
  /** Networks whose forwarding headers say the client's address. */
  trusted_proxies: readonly string[];
  /** With this header value, and no other, an answer says which revision runs. */
  probe: string;
  revision: number;
};
