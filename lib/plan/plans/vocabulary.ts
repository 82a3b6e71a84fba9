/** What the content of a plan may limit; other fields of it are the operator's own. */
export const QUOTAS = ['max_domains', 'max_rules', 'max_list_entries', 'event_days'] as const;
export type Quota = (typeof QUOTAS)[number];

/** Those of which an account has so many, and gets no more. */
export const COUNTED = ['max_domains', 'max_rules', 'max_list_entries'] as const satisfies readonly Quota[];
export type Counted = (typeof COUNTED)[number];
