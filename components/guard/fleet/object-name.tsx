'use client';

import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/controls/link';
import type { NodeDetail } from '@/lib/guard/fleet/contract';

type Named = Pick<NodeDetail['acknowledged'][number], 'kind' | 'object_id' | 'label' | 'is_own'>;

/** An object on a node: what kind it is, and its page where the reader's brand has it. */
export function ObjectName({ object: { kind, object_id, label, is_own } }: { object: Named }) {
  const t = useTranslations('guard.fleet.kinds');
  return (
    <span className="break-all">
      {is_own ? (
        <Link className="link" href={`/guard/domains/${object_id}?tab=releases`}>
          {label}
        </Link>
      ) : (
        label
      )}{' '}
      {t.has(kind) ? <span className="text-12 font-normal whitespace-nowrap text-ink-3">{t(kind)}</span> : null}
    </span>
  );
}
