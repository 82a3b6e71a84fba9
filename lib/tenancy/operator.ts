import { AppError } from '@/lib/api/errors';
import { DEFAULT_OEM } from './oem';

type Caller = { oem_id: string; tier: string };

/** Staff of the default brand, who run what all brands share. */
export const isOperator = ({ oem_id, tier }: Caller) => oem_id === DEFAULT_OEM && tier === 'platform';

/** Throws platform_only for everybody else: what concerns all brands at once is the operator's. */
export function requireOperator(principal: Caller): void {
  if (!isOperator(principal)) throw new AppError('err.auth.platform_only');
}
