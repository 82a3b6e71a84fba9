'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/preferences/use-format';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { ButtonLink } from '@/components/ui/controls/button';
import { Drawer } from '@/components/ui/overlays/drawer';
import type { EventVO } from '@/lib/analytics/search/contract';
import { hrefOf } from './event-href';
import { targetOf } from './events-columns';
import { MatchedRules } from './story/matched-rules';
import { useFacts } from './story/use-facts';

type Props = { event: EventVO; onClose: () => void; onPrevious?: () => void; onNext?: () => void };

/** One request beside the list, everything the edge noted about it. */
export function EventDrawer({ event, onClose, onPrevious, onNext }: Props) {
  const t = useTranslations('analytics.events');
  const format = useFormat();
  const { verdict, answer, client, edge } = useFacts(event);
  return (
    <Drawer
      open
      walks
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      title={`${event.method} ${event.host}`}
      subtitle={format.exactTime(event.time)}
      footer={<ButtonLink href={hrefOf(event)}>{t('open_page')}</ButtonLink>}
    >
      <code dir="ltr" className="block rounded-2 bg-sunken p-3 font-mono text-12 break-all">
        {targetOf(event)}
      </code>
      <KeyValueList facts={[...verdict, ...answer, ...client, ...edge]} labelWidth={144} />
      {event.rule_id === 0 ? null : (
        <section className="flex flex-col gap-2.5">
          <h3 className="font-semibold">{t('matches.title')}</h3>
          <MatchedRules event_id={event.event_id} />
        </section>
      )}
    </Drawer>
  );
}
