'use client';

import { rememberRows } from '@/components/layout/page/lost-focus';
import { notify } from '@/components/ui/overlays/toast';
import { type CallInput, call } from '@/lib/api/client';
import type { AnyEndpoint, DataOf } from '@/lib/api/endpoint';
import { isGone, useGone } from './use-gone';
import { useInvalidate } from './use-invalidate';

type Options<E extends Pick<AnyEndpoint, 'data'>> = {
  notice?: string;
  invalidates?: readonly string[];
  onDone?: (data: DataOf<E>) => void;
  /** Pressed in a row, with a notice of what was refused: nothing hangs on the row, so that one whose object is gone goes at once. */
  inRow?: boolean;
};

/**
 * A write that needs no form, such as a deletion: calls the endpoint, has its resource asked again and says that it
 * worked. Throws what the server refused, for the dialog to show.
 */
export function useEndpointAction<E extends Pick<AnyEndpoint, 'method' | 'path' | 'data'>>(
  endpoint: E,
  options: Options<E> = {},
) {
  const invalidate = useInvalidate();
  const noteGone = useGone();
  return async (input: CallInput<E>): Promise<DataOf<E>> => {
    const { params } = input as { params?: Record<string, string> };
    const askAgain = () => invalidate(endpoint, { params, invalidates: options.invalidates });
    const goOn = rememberRows();
    const data = await call(endpoint, input).catch((error) => {
      if (options.inRow && isGone(error)) void askAgain();
      else noteGone(error, askAgain);
      throw error;
    });
    options.onDone?.(data);
    await askAgain();
    goOn(data);
    if (options.notice) notify({ kind: 'done', title: options.notice });
    return data;
  };
}
