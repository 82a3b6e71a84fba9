'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FieldDiff } from '@/components/audit/field-diff';
import { shownChanges } from '@/components/audit/values';
import { CodeBlock } from '@/components/ui/content/code-block';
import { Segmented } from '@/components/ui/controls/segmented';
import type { AuditLog } from '@/lib/sys/audit-logs/contract';

/** What an operation changed, field by field or as the JSON that was recorded, parameters included. */
export function OperationChanges({ log }: { log: AuditLog }) {
  const t = useTranslations('sys.audit-logs.drawer');
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const { changes } = log.detail;
  const count = Object.keys(shownChanges(log.resource_type, changes)).length;
  return (
    <section>
      <div className="mb-2 flex items-center gap-2">
        <h3 className="min-w-0 flex-1">
          {t('changes')}
          {count > 0 ? <span className="ml-1.5 font-normal text-ink-3">{t('fields_changed', { count })}</span> : null}
        </h3>
        <Segmented
          name={t('view')}
          size="small"
          value={view}
          onChange={setView}
          segments={[
            { value: 'fields', label: t('as_fields') },
            { value: 'json', label: t('as_json') },
          ]}
        />
      </div>
      {view === 'json' ? (
        <CodeBlock code={JSON.stringify(log.detail, null, 2)} caption={t('json_caption')} />
      ) : count > 0 ? (
        <FieldDiff type={log.resource_type} changes={changes} />
      ) : (
        <p className="text-ink-2">{t(log.status === 1 ? 'no_changes' : 'nothing_done')}</p>
      )}
    </section>
  );
}
