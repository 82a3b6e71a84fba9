'use client';

import { useTranslations } from 'next-intl';
import type { UseFormReturn } from 'react-hook-form';
import { useChannels } from '@/components/analytics/alert-channels/use-channels';
import { useWord } from '@/components/audit/word';
import { FormField } from '@/components/form/fields';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { Link } from '@/components/ui/controls/link';
import { ENABLED } from '@/lib/analytics/alert-rules/vocabulary';
import type { RuleValues } from './rule-values';

/** Through which channels a rule's alerts are sent; ones that the reader does not see stay as they are. */
export function ChannelsField({ form }: { form: UseFormReturn<RuleValues> }) {
  const t = useTranslations('analytics.alert-rules');
  const channel = useTranslations('analytics.alert-channels');
  const word = useWord();
  const { channels, isAllowed, isLoading } = useChannels();
  if (isAllowed && !isLoading && channels.length === 0) {
    return (
      <div>
        <p className="text-ink-2">{t('none_to_choose')}</p>
        <Link className="link" href="/analytics/alerts/channels?dialog=create">
          {channel('create')}
        </Link>
      </div>
    );
  }
  return (
    <FormField form={form} name="channel_ids" label={t('fields.channels')} hint={t('hints.channels')} group>
      {({ value, set, aria }) => {
        const chosen = Array.isArray(value) ? (value as number[]) : [];
        return (
          // biome-ignore lint/a11y/useSemanticElements: the field has its heading already; a legend would repeat it
          <div
            role="group"
            aria-labelledby={`${aria.id}-label`}
            className="max-h-60 overflow-auto rounded-2 border border-line bg-panel empty:hidden"
          >
            {channels.map(({ id, name, kind, origin, status }) => (
              <div key={id} className="border-b border-line px-2.5 py-1.5 last:border-b-0">
                <Checkbox
                  label={
                    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                      <span className="break-all">{name}</span>
                      <span className="break-all text-12 text-ink-3">
                        {word('words.alert_channel_kind', kind)} · {origin.replace(/^mailto:/, '')}
                        {status === ENABLED ? null : ` · ${t('channel_off')}`}
                      </span>
                    </span>
                  }
                  checked={chosen.includes(id)}
                  onChange={(on) => set(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
                />
              </div>
            ))}
          </div>
        );
      }}
    </FormField>
  );
}
