'use client';

import dynamic from 'next/dynamic';

/** What app/not-found.tsx is made of: every page loads that along, so all of it comes when it is seen. */
export const NotFoundPage = dynamic(() => import('./not-found-screen').then((m) => m.NotFoundScreen));
