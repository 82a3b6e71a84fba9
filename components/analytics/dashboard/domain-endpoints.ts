import type { domains } from '@/lib/guard/domains/contract';

// Only what is sent: the contract itself, with all that a domain may be given, would be a tenth of a page of events.
type View = typeof domains.view;
type List = typeof domains.list;
const view = { method: 'GET', path: '/api/guard/domains/{id}' } satisfies Pick<View, 'method' | 'path'>;
const list = { method: 'GET', path: '/api/guard/domains' } satisfies Pick<List, 'method' | 'path'>;

/** How a page asks for the domain that it is narrowed to, and for those it may be narrowed to. */
export const domainView = view as View;
export const domainList = list as List;
