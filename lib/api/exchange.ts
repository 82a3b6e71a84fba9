import { randomUUID } from 'node:crypto';
import { fromAcceptLanguage, type Locale } from '@/lib/i18n/locales';
import type { Runtime } from '@/lib/runtime/runtime';
import type { Oem } from '@/lib/tenancy/oem';
import type { ApiCall } from './call';

/** One request as it came in. Nothing of it changes; what is learnt on its way is its `Progress`. */
export type Exchange = Readonly<{
  runtime: Runtime;
  call: ApiCall;
  /** Answered as X-Request-Id and written into every record. */
  id: string;
  /** Wall clock at the start of the request, Unix milliseconds. */
  now: number;
  locale: Locale;
  /** The brand whose host was called. */
  oem: Oem;
}>;

export async function openExchange(runtime: Runtime, call: ApiCall): Promise<Exchange> {
  return {
    runtime,
    call,
    id: randomUUID(),
    now: Date.now(),
    locale: fromAcceptLanguage(call.header('accept-language')),
    oem: await runtime.oemOf(call.host),
  };
}
