'use client';

import dynamic from 'next/dynamic';
import { whenOnline } from '@/components/ui/states/when-online';

/** What app/error.tsx is made of: every page loads that along beside its own, so all of it comes when it is seen. */
export const FaultPage = dynamic(whenOnline(() => import('./fault-screen').then((m) => m.FaultScreen)));
