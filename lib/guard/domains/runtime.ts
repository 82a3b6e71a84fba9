import { runtimePart } from '@/lib/runtime/part';
import type { Scope } from '@/lib/tenancy/scope';
import { type Searchable, searchedDomains as searched } from './search';
import { domainCounts as counted, type DomainCounts } from './visibility';

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    /** How many domains a caller sees, by audit status. */
    domainCounts: (scope: Scope) => Promise<DomainCounts>;
    /** What a caller may search of those domains. */
    searchedDomains: (scope: Scope) => Promise<Searchable>;
  }
}

export const domainCounts = runtimePart({ name: 'domainCounts', open: ({ store }) => counted(store.read) });

export const searchedDomains = runtimePart({ name: 'searchedDomains', open: ({ store }) => searched(store.read) });
