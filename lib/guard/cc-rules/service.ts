import { rulesOf } from '@/lib/guard/rules/service';
import { ruleTable } from './table';

export const rules = rulesOf(ruleTable);
