declare module '@/lib/db/tables' {
  interface Tables {
    domains: DomainRow;
    domain_settings: { domain_id: string; key: string; value: string };
  }
}

export type DomainRow = {
  domain_id: string;
  oem_id: string;
  root_id: string;
  user_id: string;
  /** ASCII form, lower case; a wildcard is `*.example.com`. Unique in its OEM. */
  domain: string;
  asset_name: string;
  search: string;
  policy_id: string;
  cname: string;
  auto_cert: number;
  mode: number;
  audit_status: number;
  ctime: number;
  utime: number;
};
