import type { Forward } from '@/lib/guard/forwards/contract';
import { PROTOCOLS } from '@/lib/guard/forwards/vocabulary';

/** What a forward is called, in every language: its protocol and port. */
export const forwardName = ({ schema, port }: Pick<Forward, 'schema' | 'port'>) =>
  `${PROTOCOLS[schema] ?? schema} ${port}`;
