'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { resourcePath } from '@/components/data-table/pages/url-state';

type Endpoint = { method: string; path: string };
type Written = { params?: Record<string, string>; invalidates?: readonly string[] };

/**
 * Which queries a write concerns: the lists and details of its resource, and of what else it `invalidates`. What was
 * deleted is not asked again: its page is about to go.
 */
export function concernedBy(endpoint: Endpoint, { params, invalidates = [] }: Written = {}) {
  const own = resourcePath(endpoint.path);
  const changed = [own, ...invalidates];
  // What hangs on the object, such as a binding, may be deleted while the object stays.
  const isObject = endpoint.method === 'DELETE' && endpoint.path.endsWith('/{id}');
  const gone = isObject ? params?.id : undefined;
  return ({ queryKey: [path, input] }: { queryKey: QueryKey }): boolean => {
    const asked = String(path);
    // What has the same id in another resource is another object.
    const isOwn = asked.startsWith(own);
    const isGone = isOwn && gone !== undefined && (input as Written | undefined)?.params?.id === gone;
    return !isGone && changed.some((each) => asked.startsWith(each));
  };
}

/** Has the queries that a write concerns asked again. */
export function useInvalidate() {
  const queries = useQueryClient();
  return (endpoint: Endpoint, written: Written = {}) =>
    queries.invalidateQueries({ predicate: concernedBy(endpoint, written) });
}
