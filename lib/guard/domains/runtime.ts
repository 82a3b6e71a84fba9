import { runtimePart } from '@/lib/runtime/part';
import type { ByScope } from './scope-cache';
import { type Searchable, searchedDomains as searched } from './search';
import { domainCounts as counted, type DomainCounts } from './visibility';

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    /** How many domains a caller sees, by audit status. */
    domainCounts: ByScope<DomainCounts>;
    /** What a caller may search of those domains. */
    searchedDomains: ByScope<Searchable>;
  }
}

export const domainCounts = runtimePart({ name: 'domainCounts', open: counted });

export const searchedDomains = runtimePart({ name: 'searchedDomains', open: searched });
