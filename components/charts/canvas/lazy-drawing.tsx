'use client';

import dynamic from 'next/dynamic';

/** The drawing, fetched when the first chart of the page needs it. */
export const LazyDrawing = dynamic(() => import('./drawing'), { ssr: false });
