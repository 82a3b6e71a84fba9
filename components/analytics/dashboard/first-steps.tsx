import { useTranslations } from 'next-intl';
import { usePermission } from '@/components/layout/account/session';
import { ButtonLink } from '@/components/ui/controls/button';

/** What brings the first requests, in a place of its own on a page whose charts have none. */
export function FirstSteps() {
  const t = useTranslations('charts.first_steps');
  const can = usePermission();
  return (
    <div className="flex flex-col items-center gap-2">
      <p className="max-w-110 text-balance text-12 text-ink-2">{t('text')}</p>
      {can('guard.domain.list') ? (
        <ButtonLink href="/guard/domains" size="small">
          {t('domains')}
        </ButtonLink>
      ) : null}
    </div>
  );
}
