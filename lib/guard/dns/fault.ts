/** What may be wrong with a DNS server, in the words of the API; `detail` is a status, a code or why a connection ended. */
const TEXTS = {
  powerdns_connection: (detail: string) => `PowerDNS: ${detail}`,
  powerdns_key: () => 'PowerDNS refuses the API key',
  powerdns_zone: () => 'PowerDNS does not have the zone',
  powerdns_records: (detail: string) => `PowerDNS refuses the records (${detail})`,
  powerdns_status: (detail: string) => `PowerDNS answered ${detail}`,
  powerdns_unreadable: () => 'PowerDNS answered what cannot be read',
  powerdns_too_much: () => 'PowerDNS answers too much',
  update_connection: (detail: string) => `the name server: ${detail}`,
  update_formerr: () => 'the name server cannot read the update',
  update_refused: () => 'the name server refuses the update',
  update_notauth: () => 'the name server refuses the TSIG key, or does not have the zone',
  update_notzone: () => 'the name server has nothing of the kind in its zone',
  update_code: (detail: string) => `the name server answers code ${detail}`,
  update_unsigned: () => 'the answer of the name server is not signed',
  update_unreadable: () => 'the name server answers what cannot be read',
  query_silent: () => 'the name server does not answer',
  query_late: () => 'the name server does not answer in time',
  query_refused: () => 'the name server refuses to answer',
  query_servfail: () => 'the name server cannot answer',
  query_unreadable: () => 'the name server answers what cannot be read',
  query_code: (detail: string) => `the name server failed (${detail})`,
  /** Of a provider that has no words of its own here: the console shows them as they are. */
  other: (detail: string) => detail,
} satisfies Record<string, (detail: string) => string>;

export type DnsFault = keyof typeof TEXTS;
export const DNS_FAULTS = Object.keys(TEXTS) as DnsFault[];

/** Why records could not be read or written; its message may be shown. */
export class DnsError extends Error {
  readonly detail: string;
  /** Whether trying again would be of no use. */
  readonly isFinal: boolean;

  constructor(
    readonly fault: DnsFault,
    { detail = '', isFinal = false }: { detail?: string; isFinal?: boolean } = {},
  ) {
    super(TEXTS[fault](detail));
    this.detail = detail;
    this.isFinal = isFinal;
  }
}
