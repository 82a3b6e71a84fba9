import { config } from 'zod/v4/core';
import { NAVIGATION } from '@/components/layout/page/navigation-event';

// The content policy forbids eval. Without this, zod tries it once on every page, and the browser reports each try.
config({ jitless: true });

/** Called by the router; going back and forward has an event of the browser. */
export function onRouterTransitionStart(url: string, kind: 'push' | 'replace' | 'traverse'): void {
  if (kind !== 'traverse') dispatchEvent(new CustomEvent(NAVIGATION, { detail: url }));
}
