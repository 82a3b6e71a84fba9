'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { whenOnline } from '@/components/ui/states/when-online';
import { useHasNotices } from './toast';

const load = whenOnline(() => import('./toast-host').then((module) => module.ToastHost));
const ToastHost = dynamic(load, { ssr: false });

/** Loads what shows notices, so that they are seen also when the network is gone by then. */
export const preloadToasts = load;

/** Holds the notices of the page; their code comes with the first one. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const needed = useHasNotices();
  return (
    <>
      {children}
      {needed ? <ToastHost /> : null}
    </>
  );
}
