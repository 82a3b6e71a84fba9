import { partsOf } from '@/lib/change/parts';
import { domainParent } from '@/lib/guard/domains/parent';
import { ruleTable } from './table';

export const rules = partsOf(domainParent, ruleTable);
