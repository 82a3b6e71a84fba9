'use client';

import { useQueryClient } from '@tanstack/react-query';
import { resourcePath } from '@/components/data-table/pages/url-state';

type Written = { params?: Record<string, string>; invalidates?: readonly string[] };

/**
 * Has the lists and details of a resource asked again after a write, and of what else it `invalidates`. What was
 * deleted is not: its page is about to go.
 */
export function useInvalidate() {
  const queries = useQueryClient();
  return (endpoint: { method: string; path: string }, { params, invalidates = [] }: Written = {}) => {
    const changed = [resourcePath(endpoint.path), ...invalidates];
    // What hangs on the object, such as a binding, may be deleted while the object stays.
    const isObject = endpoint.method === 'DELETE' && endpoint.path.endsWith('/{id}');
    const gone = isObject ? params?.id : undefined;
    return queries.invalidateQueries({
      predicate: ({ queryKey: [path, input] }) => {
        const isGone = gone !== undefined && (input as Written | undefined)?.params?.id === gone;
        return !isGone && changed.some((each) => String(path).startsWith(each));
      },
    });
  };
}
