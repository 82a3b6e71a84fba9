'use client';

import { type Control, useWatch } from 'react-hook-form';
import { useSettled } from '@/components/ui/states/use-settled';
import { domainEntries, sortedOut } from './domain-entries';
import type { NewDomains } from './new-domains';

const WAIT_MS = 400;

/** The domains in the form, a moment after the last change: half a name is no reason to look anything up. */
export function useEntered(control: Control<NewDomains>): string[] {
  const settled = useSettled(useWatch({ control, name: 'domains' }), WAIT_MS);
  return sortedOut(domainEntries(settled)).domains;
}
