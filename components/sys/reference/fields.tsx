import { useTranslations } from 'next-intl';
import { Tag } from '@/components/ui/content/tag';
import type { Field, Schema } from './document';

/** Comments of contracts are in English, whatever the page is in. */
const languageOf = (text: string) => (/\p{Script=Han}/u.test(text) ? 'zh-CN' : 'en');

/** What a value may be, in words. */
function useLimits() {
  const t = useTranslations('sys.reference');
  return ({ enum: values, default: usual, minimum, maximum, minLength, maxLength }: Schema): string[] => [
    ...(values ? [t('one_of', { values: values.join(', ') })] : []),
    ...(minimum === undefined ? [] : [t('at_least', { value: String(minimum) })]),
    ...(maximum === undefined ? [] : [t('at_most', { value: String(maximum) })]),
    ...(maxLength === undefined
      ? []
      : [
          minLength === undefined
            ? t('most_characters', { max: String(maxLength) })
            : t('characters', { min: String(minLength), max: String(maxLength) }),
        ]),
    ...(usual === undefined ? [] : [t('default', { value: JSON.stringify(usual) })]),
  ];
}

/** Fields of a schema or parameters of a request, one below another; what is inside another is indented. */
export function Fields({ fields, name }: { fields: readonly Field[]; name: string }) {
  const t = useTranslations('sys.reference');
  const limits = useLimits();
  return (
    <ul aria-label={name} className="divide-y divide-line">
      {fields.map(({ path, depth, type, required, schema }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same name may be at several depths, always in the same place
        <li key={at} className="py-1.5" style={{ paddingLeft: `${depth * 16}px` }}>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <code className="font-mono text-12 font-medium wrap-anywhere">{path}</code>
            <span className="font-mono text-11 text-ink-3 wrap-anywhere">{type}</span>
            {required ? <Tag>{t('required')}</Tag> : null}
          </div>
          {schema.description ? (
            <p lang={languageOf(schema.description)} className="text-12 text-ink-2 wrap-anywhere">
              {schema.description}
            </p>
          ) : null}
          {limits(schema).map((text) => (
            <p key={text} className="text-12 text-ink-2 wrap-anywhere">
              {text}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
