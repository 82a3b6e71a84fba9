'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/content/icon';
import { Combobox } from '@/components/ui/controls/combobox';
import type { FieldAria } from '@/components/ui/controls/field';
import type { SelectOption } from '@/components/ui/controls/select';
import { listed } from '@/lib/guard/rules/vocabulary';

/** Several of many named values, held as one text with commas; each goes at a press, another is added by its name. */
export function ValueList({
  value,
  options,
  placeholder,
  onChange,
  onBlur,
  aria,
}: {
  value: string;
  options: readonly SelectOption<string>[];
  placeholder: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  aria: FieldAria;
}) {
  const t = useTranslations('guard.rules.builder');
  const chosen = listed(value).filter((one) => one !== '');
  const write = (values: readonly string[]) => onChange(values.join(','));
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {chosen.length > 0 ? (
        <ul className="flex flex-wrap gap-1">
          {chosen.map((one) => (
            <li key={one}>
              <button
                type="button"
                aria-label={t('remove_value', { value: labelOf(one) })}
                onClick={() => write(chosen.filter((other) => other !== one))}
                className="inline-flex min-h-6 items-center gap-1 rounded-1 border border-line-strong px-1.5 text-12 hover:bg-hover"
              >
                {labelOf(one)}
                <Icon name="close" size={12} className="text-ink-3" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Combobox<string>
        {...aria}
        value={null}
        placeholder={placeholder}
        options={options.filter((option) => !chosen.includes(option.value))}
        onChange={(one) => write([...chosen, one])}
        onBlur={onBlur}
      />
    </div>
  );
}
