'use client';

import { useEffect, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { domainEntries } from './domain-entries';
import type { NewDomains } from './new-domains';

const WAIT_MS = 400;

/** The domains in the form, a moment after the last change: half a name is no reason to look anything up. */
export function useEntered(control: Control<NewDomains>): string[] {
  const pasted = useWatch({ control, name: 'domains' });
  const [settled, setSettled] = useState(pasted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(pasted), WAIT_MS);
    return () => clearTimeout(timer);
  }, [pasted]);
  return domainEntries(settled).flatMap(({ domain }) => domain ?? []);
}
