'use client';

import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/controls/button';

type Props = Omit<ComponentProps<typeof Button>, 'children' | 'name'> & {
  /** The view the list is seen by. */
  name?: string;
  isModified?: boolean;
};

/** The button of the views of a list: the name of the one chosen, with a square where the list shows something else by now. */
export function ViewTrigger({ name, isModified, ...rest }: Props) {
  const t = useTranslations('sys.views');
  const chosen = name && t(isModified ? 'chosen_modified' : 'chosen', { name });
  return (
    <Button
      {...rest}
      icon="bookmark"
      aria-label={chosen ?? t('title')}
      data-tip={chosen}
      className="relative max-sm:w-(--ctl) max-sm:px-0!"
    >
      <span className="max-w-40 truncate max-sm:hidden">{name ?? t('title')}</span>
      {isModified ? (
        <i
          aria-hidden="true"
          className="size-1.5 bg-accent forced-color-adjust-none max-sm:absolute max-sm:top-1 max-sm:right-1"
        />
      ) : null}
    </Button>
  );
}
