import './globals.css';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { pagePath } from '@/app/page-session';
import { Providers } from '@/components/layout/shell/providers';
import { pageMessages } from '@/lib/i18n/messages';
import { requestNonce, requestPreferences } from '@/lib/i18n/server';

export const metadata: Metadata = {
  robots: { index: false, follow: false },
  // What is named favicon.ico and apple-touch-icon.png is found without being linked.
  icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' } },
  manifest: '/manifest.webmanifest',
};
export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale, theme, density } = await requestPreferences();
  const nonce = await requestNonce();
  return (
    <html lang={locale} data-theme={theme} data-density={density} suppressHydrationWarning>
      <body>
        <Providers
          locale={locale}
          messages={pageMessages(locale, await pagePath())}
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
