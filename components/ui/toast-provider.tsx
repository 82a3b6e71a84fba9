'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useHasNotices } from './toast';

const ToastHost = dynamic(() => import('./toast-host').then((module) => module.ToastHost), { ssr: false });

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
