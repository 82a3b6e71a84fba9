'use client';

import { FaultPage } from '@/components/layout/faults/fault-page';

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <FaultPage digest={error.digest} onRetry={reset} />;
}
