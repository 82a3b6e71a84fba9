'use client';

import { useEffect } from 'react';
import { preloadDialog } from '@/components/ui/overlays/dialog';
import { preloadToasts } from '@/components/ui/overlays/toast-provider';

/**
 * Once the reader acts, what any action may need comes: what was typed is reviewed and given up in dialogs, and what an
 * action led to is told in a notice, also while there is no network.
 */
export function usePreload(): void {
  useEffect(() => {
    const preload = () => {
      removeEventListener('pointerdown', preload);
      removeEventListener('keydown', preload);
      if (navigator.onLine) for (const load of [preloadDialog, preloadToasts]) void load().catch(() => undefined);
    };
    addEventListener('pointerdown', preload);
    addEventListener('keydown', preload);
    return () => {
      removeEventListener('pointerdown', preload);
      removeEventListener('keydown', preload);
    };
  }, []);
}
