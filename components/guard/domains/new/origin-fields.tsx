'use client';

import { useTranslations } from 'next-intl';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { FieldArray } from '@/components/form/field-array';
import { FormField, NumberField, TextField } from '@/components/form/fields';
import { Mark } from '@/components/ui/content/mark';
import { Select } from '@/components/ui/controls/select';
import { type NewDomains, type NewOrigin, newOrigin, portAfter, repeatsOf } from './new-domains';
import { TryAll, TryButton, TryResult, useOriginCheck } from './origin-check';

const MOST_ORIGINS = 20;
const COLUMNS = 'grid grid-cols-[minmax(0,1fr)_84px_72px] gap-2 sm:grid-cols-[minmax(0,1fr)_100px_84px_84px]';
/** On wide screens the names are written once, above the columns. */
const NAMED_ABOVE = 'sm:sr-only';
const PROTOCOLS: { value: NewOrigin['protocol']; label: string }[] = [
  { value: 'https', label: 'HTTPS' },
  { value: 'http', label: 'HTTP' },
];

type Form = UseFormReturn<NewDomains>;

/** A protocol; the usual port follows it. */
function ProtocolField({ form, path }: { form: Form; path: `src_sites.${number}` }) {
  const t = useTranslations('guard.domains.origin');
  return (
    <FormField form={form} name={`${path}.protocol`} label={t('protocol')} labelClassName={NAMED_ABOVE}>
      {({ value, set, onBlur, aria }) => (
        <Select
          {...aria}
          aria-label={t('protocol')}
          value={value as NewOrigin['protocol']}
          options={PROTOCOLS}
          onBlur={onBlur}
          onChange={(protocol) => {
            set(protocol);
            const port = portAfter(form.getValues(`${path}.port`), protocol);
            form.setValue(`${path}.port`, port as number, { shouldDirty: true });
          }}
        />
      )}
    </FormField>
  );
}

/** Where requests are sent: 1 to 20 origins, each tried on demand, with a word about those that count as one. */
export function OriginFields({ form }: { form: Form }) {
  const t = useTranslations('guard.domains.origin');
  const origins = useWatch({ control: form.control, name: 'src_sites' });
  const repeats = repeatsOf(origins);
  const check = useOriginCheck(form);
  return (
    <div className="flex flex-col gap-2">
      <FieldArray
        form={form}
        name="src_sites"
        label={t('title')}
        addLabel={t('add')}
        newRow={newOrigin}
        min={1}
        max={MOST_ORIGINS}
        head={
          <span className={COLUMNS}>
            <span>{t('addr')}</span>
            <span>{t('protocol')}</span>
            <span>{t('port')}</span>
            <span>{t('weight')}</span>
          </span>
        }
      >
        {(index, path) => (
          <>
            <div className={COLUMNS}>
              <TextField
                form={form}
                name={`${path}.addr`}
                label={t('addr')}
                labelClassName={NAMED_ABOVE}
                mono
                placeholder="203.0.113.24"
                className="max-sm:col-span-3"
              />
              <ProtocolField form={form} path={path} />
              <NumberField form={form} name={`${path}.port`} label={t('port')} labelClassName={NAMED_ABOVE} />
              <NumberField form={form} name={`${path}.weight`} label={t('weight')} labelClassName={NAMED_ABOVE} />
            </div>
            {repeats[index] === undefined ? null : (
              <p role="status" className="mt-1 flex items-center gap-1.5 text-12 text-(--pending-fg)">
                <Mark meaning="pending" shape="half" />
                {t('repeated', { number: repeats[index] + 1 })}
              </p>
            )}
            <div className="mt-1 flex flex-wrap items-start gap-x-2" aria-live="polite">
              <TryButton check={check} index={index} />
              <div className="min-w-0 flex-1 py-1">
                <TryResult check={check} index={index} />
              </div>
            </div>
          </>
        )}
      </FieldArray>
      <TryAll check={check} />
    </div>
  );
}
