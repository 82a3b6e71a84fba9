import { policies } from '@/lib/guard/policies/contract';

/** What a write of something in a policy changes beside it: the counts of policies. */
export const PARTS_OF_POLICY = { invalidates: [policies.list.path] };
