'use client';

import { useEffect, useState } from 'react';
import type { readAddress } from '@/lib/guard/bwlist/address';

/** A text as an address, or why it is none; null while there is none, or what reads them is on its way. */
export function useAddress(text: string) {
  const [read, setRead] = useState<{ text: string; found: ReturnType<typeof readAddress> } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (text !== '') {
      // Only who looks an address up needs it.
      void import('@/lib/guard/bwlist/address').then(({ readAddress }) => {
        if (isCurrent) setRead({ text, found: readAddress(text) });
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return read?.text === text ? read.found : null;
}
