import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SessionProvider } from '@/components/layout/account/session';
import type { ConsoleSession } from '@/lib/auth/session/contract';
import common from '@/messages/en-US/common.json';
import { NoPermission } from './empty-state';

const shownTo = (tier: ConsoleSession['tier']) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en-US" timeZone="UTC" messages={{ common }}>
      <SessionProvider session={{ tier, permissions: [] as readonly string[] } as ConsoleSession}>
        <NoPermission permission="guard.domain.audit" />
      </SessionProvider>
    </NextIntlClientProvider>,
  );

it('names who can grant what is missing: nobody above them is in the tenant of its administrator, or of staff', () => {
  expect(shownTo('user')).toContain('A tenant administrator can grant it.');
  expect(shownTo('root')).toContain('A platform administrator can grant it.');
  expect(shownTo('platform')).toContain('A platform administrator can grant it.');
});
