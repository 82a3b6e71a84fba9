'use client';

import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import type { AbstractIntlMessages } from 'next-intl';

import { type ReactNode, useState } from 'react';
import { ToastProvider } from '@/components/ui/overlays/toast-provider';
import { TooltipLayer } from '@/components/ui/overlays/tooltip-layer';
import type { Locale } from '@/lib/i18n/locales';
import type { Density, Theme } from '@/lib/i18n/preferences';
import { UrlAdapter } from '../page/url-adapter';
import { AppearanceProvider } from '../preferences/appearance';
import { IntlProvider } from '../preferences/intl-provider';
import { usePreload } from './preload';
import { makeQueryClient } from './query-client';

export type ProvidersProps = {
  locale: Locale;
  messages: AbstractIntlMessages;
  theme: Theme;
  density: Density;
  nonce: string | undefined;
  children: ReactNode;
};

/** What every page needs, signed in or not. */
export function Providers({ locale, messages, theme, density, nonce, children }: ProvidersProps) {
  const [queries] = useState(makeQueryClient);
  usePreload();
  return (
    <CSPProvider nonce={nonce}>
      <QueryClientProvider client={queries}>
        <UrlAdapter>
          <AppearanceProvider initial={{ theme, density }}>
            <IntlProvider initial={{ locale, messages }}>
              <ToastProvider>{children}</ToastProvider>
              <TooltipLayer />
            </IntlProvider>
          </AppearanceProvider>
        </UrlAdapter>
      </QueryClientProvider>
    </CSPProvider>
  );
}
