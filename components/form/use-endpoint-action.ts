'use client';

import { notify } from '@/components/ui/overlays/toast';
import { type CallInput, call } from '@/lib/api/client';
import type { AnyEndpoint, DataOf } from '@/lib/api/endpoint';
import { useInvalidate } from './use-invalidate';

/**
 * A write that needs no form, such as a deletion: calls the endpoint, has its resource asked again and says that it
 * worked. Throws what the server refused, for the dialog to show.
 */
export function useEndpointAction<E extends Pick<AnyEndpoint, 'method' | 'path' | 'data'>>(
  endpoint: E,
  options: { notice?: string; invalidates?: readonly string[]; onDone?: (data: DataOf<E>) => void } = {},
) {
  const invalidate = useInvalidate();
  return async (input: CallInput<E>): Promise<DataOf<E>> => {
    const data = await call(endpoint, input);
    options.onDone?.(data);
    await invalidate(endpoint, { ...(input as { params?: Record<string, string> }), invalidates: options.invalidates });
    if (options.notice) notify({ kind: 'done', title: options.notice });
    return data;
  };
}
