'use client';

import { Link } from '@/components/ui/controls/link';
import { usePolicies } from './use-policies';

/** A policy by its name, or its id where the caller does not see it. As a link where it leads somewhere. */
export function PolicyName({ policy_id, link }: { policy_id: string; link?: boolean }) {
  const { nameOf, isLoading } = usePolicies();
  if (isLoading) return <span className="text-ink-3">…</span>;
  const name = nameOf(policy_id);
  if (name === undefined) return <code className="text-12">{policy_id || '—'}</code>;
  if (!link) return name;
  return (
    <Link className="link" href={`/guard/policies/${policy_id}`}>
      {name}
    </Link>
  );
}
