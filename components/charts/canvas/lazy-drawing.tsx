'use client';

import dynamic from 'next/dynamic';
import { whenOnline } from '@/components/ui/states/when-online';

/** The drawing, fetched when the first chart of the page needs it. */
export const LazyDrawing = dynamic(
  whenOnline(() => import('./drawing')),
  { ssr: false, loading: () => <i hidden data-skeleton /> },
);
