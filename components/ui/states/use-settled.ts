'use client';

import { useEffect, useState } from 'react';

/** The value once it has stayed the same for `ms`; until then the one before, at first `initial`. */
export function useSettled<T>(value: T, ms: number, initial = value): T {
  const [settled, setSettled] = useState(initial);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
