import { defineConfig } from '@playwright/test';

/** Journeys through the built product in Debian's Chromium without its windows; e2e/fixtures.ts starts a Parapet of its own per worker. */
export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  // Another try tells a slow machine from a broken product; a test that needed it is listed as flaky.
  retries: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    launchOptions: { executablePath: '/usr/bin/chromium-headless-shell' },
    locale: 'en-US',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // Recording every journey would slow all of them down.
    trace: 'on-first-retry',
  },
});
