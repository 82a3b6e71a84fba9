import { AppError } from '@/lib/api/errors';
import { ENABLE } from '@/lib/guard/domains/vocabulary';
import type { OriginSetting } from '@/lib/guard/settings/contract';

const ORDINARY = ['http', 'https'];

/** A domain keeps at least one enabled ordinary HTTP or HTTPS origin (spec 4.5). Throws origin.last. */
export function requireEnabledOrigin({ services }: OriginSetting, field?: string): void {
  const sources = services.flatMap((service) => service.sources);
  if (sources.some((source) => source.status === ENABLE && ORDINARY.includes(source.protocol))) return;
  throw new AppError('err.guard.origin.last', { field });
}
