'use client';

import { useTranslations } from 'next-intl';
import { CodeBlock } from '@/components/ui/content/code-block';
import { Panel } from '@/components/ui/content/panel';
import { Link } from '@/components/ui/controls/link';
import { curlOf } from './samples';

const FIRST = { method: 'GET', path: '/api/guard/domains?size=5', body: undefined };
const TOPICS = ['keys', 'answers', 'lists', 'errors', 'limits'] as const;

/** What holds for every operation, for whoever calls the API for the first time. */
export function Introduction() {
  const t = useTranslations('sys.reference.introduction');
  return (
    <Panel title={t('title')}>
      <div className="flex max-w-180 flex-col gap-3 leading-(--lh-read)">
        <CodeBlock caption={t('title')} code={curlOf(FIRST, location.origin)} />
        {TOPICS.map((topic) => (
          <section key={topic}>
            <h3 className="font-medium">{t(`${topic}.title`)}</h3>
            <p className="text-ink-2">
              {t.rich(`${topic}.text`, {
                code: (words) => <code className="text-12">{words}</code>,
                keys: (words) => (
                  <Link href="/sys/api-keys" className="text-accent underline">
                    {words}
                  </Link>
                ),
              })}
            </p>
          </section>
        ))}
      </div>
    </Panel>
  );
}
