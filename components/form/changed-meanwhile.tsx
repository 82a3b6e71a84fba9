'use client';

import { useTranslations } from 'next-intl';
import { FieldDiff } from '@/components/audit/field-diff';
import { changesBetween } from '@/components/audit/leaf-changes';
import { Button } from '@/components/ui/controls/button';
import { Note } from '@/components/ui/states/note';
import type { Version, Versioned } from './use-version';

function Difference({ type, title, from, to }: { type: string; title: string; from: unknown; to: unknown }) {
  const t = useTranslations('common.changed');
  const changes = changesBetween(from, to);
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="text-13 font-medium">{title}</h3>
      {Object.keys(changes).length > 0 ? (
        <FieldDiff type={type} changes={changes} />
      ) : (
        <p className="text-ink-2">{t('same')}</p>
      )}
    </div>
  );
}

/** What somebody else changed since the object was opened, and what one's own version would change in it; nothing where nobody did. */
export function ChangedMeanwhile<T extends Versioned, Body>({
  type,
  version: { bodyOf, seen, met, settle },
  mine,
  onSettle,
}: {
  /** What the audit log calls the object. */
  type: string;
  version: Version<T, Body>;
  mine: unknown;
  /** Goes on from their version, which is given, or with one's own. */
  onSettle: (taken: Body | undefined) => void;
}) {
  const t = useTranslations('common.changed');
  if (met?.kind === 'kept') {
    return (
      <Note meaning="monitor" role="status">
        {t('kept')}
      </Note>
    );
  }
  if (!met || !seen) return null;
  const decide = (takes: boolean) => {
    settle(met.theirs, takes);
    onSettle(takes ? bodyOf(met.theirs) : undefined);
  };
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3">
      <Note meaning="pending" role="alert" title={t('title')} />
      <Difference type={type} title={t('theirs')} from={bodyOf(seen)} to={bodyOf(met.theirs)} />
      <Difference type={type} title={t('mine')} from={bodyOf(met.theirs)} to={mine} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => decide(true)}>{t('take')}</Button>
        <Button onClick={() => decide(false)}>{t('keep')}</Button>
      </div>
    </section>
  );
}
