import type { Generated } from 'kysely';
import type { DnsRecord } from './contract';
import type { AffairOper, Mode } from './vocabulary';

declare module '@/lib/db/tables' {
  interface Tables {
    /** Of domains whose records were written at least once. */
    schedules: {
      domain_id: string;
      dns_group_type: number;
      /** What the last affair that succeeded brought into DNS. */
      parsing_state: number;
      /** The last affair. */
      affairs_id: string;
    };
    dns_records: RecordRow & { id: Generated<number> };
    schedule_affairs: AffairRow;
    /** How far an affair is with each of its domains. */
    schedule_affair_domains: AffairDomainRow;
  }
}

export type RecordRow = DnsRecord & {
  /** The group type before the last change, which a reset brings back. */
  last_group_type: number;
  /** Whether it is of an origin or of a node. */
  made_of: Mode;
  /** Empty for an origin. */
  node_id: string;
  /** Whether it is to be on while those like it answer; 1 or 0. */
  wanted: number;
};

export type AffairRow = {
  affairs_id: string;
  oem_id: string;
  root_id: string;
  user_id: string;
  user_name: string;
  status_code: number;
  /** Escaped text in lines that `<br>` ends. */
  message: string;
  /** Ids of its domains, separated by commas. */
  content: string;
  /** A JSON object. */
  json_content: string;
  affairs_oper: AffairOper;
  ctime: number;
  utime: number;
};

export type AffairDomainRow = {
  affairs_id: string;
  domain_id: string;
  /** The CNAME of the domain, whose records the affair brings into DNS. */
  name: string;
  status_code: number;
  retries: number;
  message: string;
};
