'use client';

import { FaultScreen } from '@/components/layout/faults/fault-screen';

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <FaultScreen digest={error.digest} onRetry={reset} />;
}
