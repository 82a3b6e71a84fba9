import { z } from 'zod';
import type { Ctx } from '@/lib/api/context';
import { parseWith } from '@/lib/api/parse';
import { translator } from '@/lib/i18n/translate';
import { readAddress } from './address';

const Address = z.string().transform((value, context) => {
  const found = readAddress(value);
  if ('ip_addr' in found) return found.ip_addr;
  context.addIssue({ code: 'custom', params: found, input: value });
  return z.NEVER;
});

/**
 * An address or CIDR in the one form that it is stored in (see `readAddress`). `::ffff:192.0.2.1` is stored as `192.0.2.1`,
 * `192.0.2.1/32` as `192.0.2.1`, `2001:DB8:0::/32` as `2001:db8::/32`. Throws err.request.invalid, which names the field, of
 * leading zeros (`192.0.2.010`) and bits beyond the prefix (`10.0.0.5/8`), with the network that the latter may mean.
 */
export function oneForm(ctx: Ctx, field: string, written: string): string {
  const read = parseWith(z.record(z.string(), Address), { [field]: written }, translator(ctx.locale));
  return read[field] ?? written;
}
