'use client';

import dynamic from 'next/dynamic';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import { whenOnline } from '@/components/ui/states/when-online';
import { useLanguage } from './intl-provider';
import { loadedTexts, loadShownTexts } from './texts';

/** Whoever switches the language waits for its texts, so those of the language shown are here once any were loaded. */
function WithAllTexts({ children }: { children: ReactNode }) {
  const { locale } = useLanguage();
  return (
    <NextIntlClientProvider locale={locale} messages={loadedTexts(locale)}>
      {children}
    </NextIntlClientProvider>
  );
}

/** Loads a part with all texts, which it alone sees: new texts for the whole page would draw the whole page again. */
export async function withAllTexts<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const [Part] = await Promise.all([load(), loadShownTexts()]);
  return (props) => (
    <WithAllTexts>
      <Part {...props} />
    </WithAllTexts>
  );
}

/**
 * A dialog, drawer or other part that is opened far less often than its page is loaded: its code and its texts come when it
 * is first shown; until then there is `meanwhile`. What is imported in this call counts for no page's texts
 * (scripts/page-texts.ts).
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: () => ReactNode,
): ComponentType<Props> {
  return dynamic(
    whenOnline(() => withAllTexts(load)),
    { ssr: false, loading: meanwhile },
  );
}

/**
 * The same for a part that takes the place of something shown: it comes when it is asked for. What the calling module
 * imports dynamically counts for no page's texts either. `load` should be stable.
 */
export function useLatePart<M>(load: () => Promise<M>): { part: M | null; show: () => Promise<void> } {
  const { showAllTexts } = useLanguage();
  const [part, setPart] = useState<M | null>(null);
  const show = useCallback(async () => {
    const [loaded] = await whenOnline(() => Promise.all([load(), showAllTexts()]))();
    setPart(() => loaded);
  }, [load, showAllTexts]);
  return { part, show };
}
