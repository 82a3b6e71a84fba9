'use client';

import { type ComponentType, useCallback, useState } from 'react';
import { whenOnline } from '@/components/ui/states/when-online';

const load = () => import('./command-palette').then((module) => module.CommandPalette);
const loadPatiently = whenOnline(load);

/** Brings the palette's code before it is opened; what does not come now comes with the opening. */
export const preloadPalette = () => load().catch(() => undefined);

/**
 * The palette, which is opened far less often than pages are loaded. Once here it is drawn at once: React shows what it
 * waited for by itself (`lazy`) no sooner than 300 ms after it began to wait.
 */
export function usePalette() {
  const [Palette, setPalette] = useState<ComponentType<{ open: boolean; onClose: () => void }> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const show = useCallback(async () => {
    const Loaded = await loadPatiently();
    setPalette(() => Loaded);
    setOpen(true);
  }, []);
  const hide = useCallback(() => setOpen(false), []);
  return { Palette, isOpen, show, hide };
}
