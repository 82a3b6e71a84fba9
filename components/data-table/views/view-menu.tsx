'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useLatePart } from '@/components/layout/preferences/late-part';
import { whenOnline } from '@/components/ui/states/when-online';
import { VIEW_LISTS, VIEW_PARAM } from '@/lib/sys/views/vocabulary';
import { ViewTrigger } from './view-trigger';

const load = whenOnline(() => import('./views'));

/** The saved views of the page's list; what the button opens comes when it is wanted, or when a view has a name to show. */
export function ViewMenu() {
  const pathname = usePathname();
  const list = VIEW_LISTS.find((path) => path === pathname);
  const isNamed = useSearchParams().has(VIEW_PARAM);
  const [isPressed, setPressed] = useState(false);
  const { part, show } = useLatePart(load);
  useEffect(() => {
    if (isNamed) void show();
  }, [isNamed, show]);
  if (!list) return null;
  if (part) return <part.Views list={list} isOpenAtFirst={isPressed} />;
  const warm = () => void (navigator.onLine && load());
  const press = () => {
    setPressed(true);
    void show();
  };
  return (
    <ViewTrigger aria-haspopup="menu" aria-expanded={false} onPointerEnter={warm} onFocus={warm} onClick={press} />
  );
}
