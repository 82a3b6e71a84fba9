import { randomUUID } from 'node:crypto';
import { fromAcceptLanguage, type Locale } from '@/lib/i18n/locales';
import { Behalf } from '@/lib/queues/behalf';
import { ownerOf } from '@/lib/queues/owner';
import type { Runtime } from '@/lib/runtime/runtime';
import { viewOf } from '@/lib/runtime/view';
import type { Oem } from '@/lib/tenancy/oem';
import type { ApiCall } from './call';
import type { Progress } from './progress';

/** One request as it came in. Nothing of it changes; what is learnt on its way is its `Progress`. */
export type Exchange = Readonly<{
  /** Whose store is asked on the sender's behalf. */
  runtime: Runtime;
  behalf: Behalf;
  call: ApiCall;
  /** Answered as X-Request-Id and written into every record. */
  id: string;
  /** Wall clock at the start of the request, Unix milliseconds. */
  now: number;
  locale: Locale;
  /** The brand whose host was called. */
  oem: Oem;
}>;

/** Begins with what is known at the start; who sends it is asked of its `progress`. */
export async function openExchange(given: Runtime, call: ApiCall, progress: Readonly<Progress>): Promise<Exchange> {
  const oem = await given.oemOf(call.host);
  const owner = () => ownerOf({ principal: progress.principal, oem, request: call });
  const behalf = new Behalf(owner, given.queues.turns);
  return {
    runtime: viewOf(given, { store: given.store.on(behalf) }),
    behalf,
    call,
    id: randomUUID(),
    now: Date.now(),
    locale: fromAcceptLanguage(call.header('accept-language')),
    oem,
  };
}
