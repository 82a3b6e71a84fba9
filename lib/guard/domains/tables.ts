import type { Generated } from 'kysely';

declare module '@/lib/db/tables' {
  interface Tables {
    domains: DomainRow;
    domain_settings: { domain_id: string; key: string; value: string };
    /** Which addresses the origins in the settings have, so that domains that share one are found. */
    domain_origins: { user_id: string; ip: string; domain_id: string };
    domain_nodes: {
      /** Names the binding, not the node. */
      id: Generated<number>;
      domain_id: string;
      node_id: string;
      /** 1 normal, 2 locked: the binding stays, rendering and distribution skip the node. */
      lock_status: number;
      /** Whether the node's DNS records are switched on. */
      enabled: number;
    };
    /** The default group holds whatever no other group of the domain holds, so it needs no list of members. */
    origin_groups: { group_id: Generated<number>; domain_id: string; name: string; is_default: number; utime: number };
    /** One row: how many changes of domains there were. */
    domain_epoch: { one: number; epoch: number };
    /** The latest of those changes. */
    domain_changes: DomainChange;
  }
}

/** Which domain appeared, disappeared, was judged or renamed, and whose it is. */
export type DomainChange = {
  epoch: number;
  oem_id: string;
  root_id: string;
  user_id: string;
  domain_id: string;
  domain: string;
  /** 1 where nothing but its asset name changed. */
  is_renaming: number;
};

/** lock_status of a node's binding (spec 2.3). */
export const NODE_NORMAL = 1;

export type DomainRow = {
  domain_id: string;
  oem_id: string;
  root_id: string;
  user_id: string;
  /** ASCII form, lower case; a wildcard is `*.example.com`. Unique in its OEM. */
  domain: string;
  asset_name: string;
  search: string;
  /** Confusable skeleton of the site, see `siteSkeleton`. */
  skeleton: string;
  policy_id: string;
  cname: string;
  auto_cert: number;
  mode: number;
  audit_status: number;
  /** When it began to wait for a decision; 0 while it does not. */
  waits_since: number;
  ctime: number;
  utime: number;
};
