import { AppError } from '@/lib/api/errors';
import { DEFAULT_OEM } from './oem';

type Caller = { oem_id: string; tier: string };

/** Staff of the default brand, who run what all brands share. */
export const isOperator = ({ oem_id, tier }: Caller) => oem_id === DEFAULT_OEM && tier === 'platform';

/** Throws for everybody else, operator_only for staff of another brand: what concerns all brands at once is the operator's. */
export function requireOperator(principal: Caller): void {
  if (isOperator(principal)) return;
  throw new AppError(principal.tier === 'platform' ? 'err.auth.operator_only' : 'err.auth.platform_only');
}
