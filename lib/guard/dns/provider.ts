/** A record of a name, with its value as Parapet writes it: addresses in their one form, names without the final dot. */
export type Answer = Readonly<{ type: AnswerType; value: string }>;
/** Types of records that Parapet writes; all others of a name, and all other names, are somebody else's. */
export const ANSWER_TYPES = ['A', 'AAAA', 'CNAME'] as const;
export type AnswerType = (typeof ANSWER_TYPES)[number];

/** A DNS server that Parapet may write to. Each method throws DnsError, and within DNS_MS. */
export type DnsProvider = Readonly<{
  /** The records that a name has in the server's own data. */
  list(name: string, signal: AbortSignal): Promise<Answer[]>;
  /** Gives a name exactly these records of ANSWER_TYPES, all at once; doing it twice is the same as once. */
  replace(name: string, answers: readonly Answer[], signal: AbortSignal): Promise<void>;
  /** What the authoritative server answers when it is asked for the name over DNS. */
  verify(name: string, signal: AbortSignal): Promise<Answer[]>;
}>;

/** How long one request to a DNS server may take. */
export const DNS_MS = 5_000;
/** Seconds for which others may keep a record. */
export const TTL = 60;

/** Records as texts, each once, in one order. */
export const textsOf = (answers: readonly Answer[]): string[] =>
  [...new Set(answers.map(({ type, value }) => `${type} ${value}`))].sort();

export function isSame(some: readonly Answer[], others: readonly Answer[]): boolean {
  return textsOf(some).join('\n') === textsOf(others).join('\n');
}
