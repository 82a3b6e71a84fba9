'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { Skeleton } from '@/components/ui/states/skeleton';
import { whenOnline } from '@/components/ui/states/when-online';

function Waiting() {
  const t = useTranslations('sys.reference');
  return (
    <Panel>
      <div role="status">
        <span className="sr-only">{t('loading')}</span>
        <Skeleton lines={12} />
      </div>
    </Panel>
  );
}

const Reference = dynamic(
  whenOnline(() => import('./reference').then((part) => part.Reference)),
  { ssr: false, loading: Waiting },
);

/** The reference of the API for whoever is signed in, from the document that the server serves. */
export function ReferenceScreen() {
  const t = useTranslations('sys.reference');
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t.rich('description', {
          link: (words) => (
            <a href="/openapi.json" className="font-mono text-12 text-accent underline">
              {words}
            </a>
          ),
        })}
      />
      <Reference />
    </>
  );
}
