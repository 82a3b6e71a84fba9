'use client';

import { type ComponentProps, useState } from 'react';
import { latePart } from '@/components/layout/preferences/late-part';
import type { SelectionBar as SelectionBarPart } from './selection-bar';
import { useChosen } from './use-selection';

const SelectionBar = latePart(() =>
  import('./selection-bar').then((part) => part.SelectionBar),
) as typeof SelectionBarPart;

/** What the selection can do; its code comes with the first row that is chosen, and stays to tell how an action went. */
export function LazySelectionBar<Row extends object>(props: ComponentProps<typeof SelectionBarPart<Row>>) {
  const isChosen = useChosen(props.list.selection, (rows) => rows.size > 0);
  const [wasChosen, setWasChosen] = useState(isChosen);
  if (isChosen && !wasChosen) setWasChosen(true);
  return wasChosen ? <SelectionBar {...props} /> : null;
}
