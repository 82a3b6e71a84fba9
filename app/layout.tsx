import './globals.css';
import type { Metadata, Viewport } from 'next';
import type { AbstractIntlMessages } from 'next-intl';
import type { ReactNode } from 'react';
import { Providers } from '@/components/layout/shell/providers';
import { clientMessages } from '@/lib/i18n/messages';
import { requestNonce, requestPreferences } from '@/lib/i18n/server';

export const metadata: Metadata = { robots: { index: false, follow: false } };
export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale, theme, density } = await requestPreferences();
  const nonce = await requestNonce();
  return (
    <html lang={locale} data-theme={theme} data-density={density} suppressHydrationWarning>
      <body>
        <Providers
          locale={locale}
          messages={clientMessages(locale) as AbstractIntlMessages}
          theme={theme}
          density={density}
          nonce={nonce}
        >
          {children}
        </Providers>
      </body>
    </html>
  );
}
