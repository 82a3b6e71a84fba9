'use client';

import { useQuery } from '@tanstack/react-query';
import { query } from '@/lib/api/client';
import { type Domain, domains } from '@/lib/guard/domains/contract';

/** The name under which a domain stands among others: one label up, or itself where that would be a single label. */
export function parentOf(domain: string): string {
  const labels = domain.split('.');
  return labels.length > 2 ? labels.slice(1).join('.') : domain;
}

/** Whether a name is `parent` or stands under it. */
export const isUnder = (domain: string, parent: string): boolean => domain === parent || domain.endsWith(`.${parent}`);

/**
 * The other domains of this console at and under the same name, whoever owns them; undefined until known. The API
 * finds them by substring, a hundred at most.
 */
export function useRelatives({ domain, domain_id }: Domain): { parent: string; others: readonly Domain[] | undefined } {
  const parent = parentOf(domain);
  const { data } = useQuery(query(domains.list, { query: { keyword: parent, size: 100 } }));
  const others = data?.list.filter((each) => each.domain_id !== domain_id && isUnder(each.domain, parent));
  return { parent, others };
}
