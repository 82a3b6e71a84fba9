'use client';

import { type ComponentType, useCallback, useState } from 'react';
import { whenOnline } from '@/components/ui/states/when-online';
import { withAllTexts } from '../preferences/late-part';
import { keepTyped, takeTyped } from './typed-ahead';

const load = () => import('./command-palette').then((module) => module.CommandPalette);
const loadPatiently = whenOnline(() => withAllTexts(load));

/** The palette, with what is typed until it is here kept for it. */
async function loadForWhoTypesOn() {
  keepTyped();
  return loadPatiently().catch((error) => {
    takeTyped();
    throw error;
  });
}

type Palette = ComponentType<{ open: boolean; onClose: () => void }>;

/** Brings the palette's code before it is opened; what does not come now comes with the opening. */
export const preloadPalette = () => load().catch(() => undefined);

/**
 * The palette, which is opened far less often than pages are loaded, and its texts with it. Once here it is drawn at once: React shows what it
 * waited for by itself (`lazy`) no sooner than 300 ms after it began to wait.
 */
export function usePalette() {
  const [Palette, setPalette] = useState<Palette | null>(null);
  const [isOpen, setOpen] = useState(false);
  const show = useCallback(async () => {
    const part = Palette ?? (await loadForWhoTypesOn());
    setPalette(() => part);
    setOpen(true);
  }, [Palette]);
  const hide = useCallback(() => setOpen(false), []);
  return { Palette, isOpen, show, hide };
}
