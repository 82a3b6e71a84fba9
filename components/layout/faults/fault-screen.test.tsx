import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { IntlProvider } from '@/components/layout/preferences/intl-provider';
import common from '@/messages/en-US/common.json';
import { FaultScreen } from './fault-screen';

const shown = (digest?: string) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider initial={{ locale: 'en-US', messages: { common } }}>
        <FaultScreen digest={digest} onRetry={() => {}} />
      </IntlProvider>
    </QueryClientProvider>,
  );

it('asks for a code only where it shows one', () => {
  expect(shown('2315507')).toMatch(/send the code below.*2315507/s);
  expect(shown()).not.toMatch(/code/);
});
