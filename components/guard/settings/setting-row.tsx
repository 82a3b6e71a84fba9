'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { Tag } from '@/components/ui/content/tag';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { Link } from '@/components/ui/controls/link';
import { isOn, otherKeys, switched } from './draft';
import { OtherKey } from './other-key';
import { useSettingName } from './setting-name';

/** One setting as a form: on or off, and its other keys. What it says takes effect on save. */
export function SettingRow({
  name,
  document,
  isChanged,
  onChange,
}: {
  name: string;
  document: unknown;
  isChanged: boolean;
  onChange: (document: unknown) => void;
}) {
  const t = useTranslations('guard.settings');
  const word = useWord();
  const label = useSettingName()(name);
  const on = isOn(document);
  const others = otherKeys(document);
  const about = t.has(`about.${name}`) ? t(`about.${name}`) : null;
  return (
    <li className="border-b border-line px-(--panel-pad) py-3 last:border-b-0">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1">
          <Checkbox
            label={<span className="font-medium text-ink">{label}</span>}
            checked={on === true}
            onChange={(next) => onChange(switched(document, next))}
          />
          {about ? <p className="pl-6 text-12 text-ink-2">{about}</p> : null}
        </div>
        {isChanged ? <Tag>{t('changed')}</Tag> : null}
        <span className="text-12 text-ink-3">{on === null ? t('unset') : word('words.switch', on)}</span>
      </div>
      {others.length > 0 ? (
        <div className="mt-2 grid gap-2 pl-6 sm:grid-cols-2">
          {others.map(([key, value]) => (
            <OtherKey
              key={key}
              name={key}
              value={value}
              onChange={(next) => onChange({ ...(document as Record<string, unknown>), [key]: next })}
            />
          ))}
        </div>
      ) : null}
    </li>
  );
}

/** The setting that holds the origins, which have a part of the page of their own. */
export function OriginSettingRow({ count, isChanged }: { count: number; isChanged: boolean }) {
  const t = useTranslations('guard.settings');
  const label = useSettingName()('origin');
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line px-(--panel-pad) py-3 last:border-b-0">
      <div className="min-w-0 flex-1">
        <span className="font-medium">{label}</span>
        <p className="text-12 text-ink-2">{t('origins', { count })}</p>
      </div>
      {isChanged ? <Tag>{t('changed')}</Tag> : null}
      <Link href="?tab=origins" className="link">
        {t('to_origins')}
      </Link>
    </li>
  );
}
