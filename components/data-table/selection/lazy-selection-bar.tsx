'use client';

import dynamic from 'next/dynamic';
import { type ComponentProps, useState } from 'react';
import { whenOnline } from '@/components/ui/states/when-online';
import type { SelectionBar as SelectionBarPart } from './selection-bar';
import { useChosen } from './use-selection';

const SelectionBar = dynamic(
  whenOnline(() => import('./selection-bar').then((part) => part.SelectionBar)),
  { ssr: false },
) as typeof SelectionBarPart;

/** What the selection can do; its code comes with the first row that is chosen, and stays to tell how an action went. */
export function LazySelectionBar<Row extends object>(props: ComponentProps<typeof SelectionBarPart<Row>>) {
  const isChosen = useChosen(props.list.selection, (rows) => rows.size > 0);
  const [wasChosen, setWasChosen] = useState(isChosen);
  if (isChosen && !wasChosen) setWasChosen(true);
  return wasChosen ? <SelectionBar {...props} /> : null;
}
