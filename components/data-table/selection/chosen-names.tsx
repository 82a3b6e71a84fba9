'use client';

import { useTranslations } from 'next-intl';

const NAMED = 8;

/** The first names of a selection, and how many more there are. */
export function ChosenNames({ names }: { names: readonly string[] }) {
  const t = useTranslations('common.table');
  return (
    <ul className="my-1.5 list-[square] pl-5">
      {names.slice(0, NAMED).map((name) => (
        <li key={name} className="break-all text-ink">
          {name}
        </li>
      ))}
      {names.length > NAMED ? <li>{t('and_more', { count: names.length - NAMED })}</li> : null}
    </ul>
  );
}
