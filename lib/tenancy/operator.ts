import { AppError } from '@/lib/api/errors';
import { DEFAULT_OEM } from './oem';

/** Throws platform_only for staff of a brand: what concerns all brands at once is the operator's, in the default one. */
export function requireOperator({ principal }: { principal: { oem_id: string } }): void {
  if (principal.oem_id !== DEFAULT_OEM) throw new AppError('err.auth.platform_only');
}
