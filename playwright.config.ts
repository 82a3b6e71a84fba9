import { defineConfig } from '@playwright/test';

/** Journeys through the built product in Debian's Chromium without its windows; e2e/fixtures.ts starts a Parapet of its own per worker. */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: 'alone/**',
  // A journey waits for a third of its time, so three keep two cores busy.
  workers: 3,
  // A test that passes only at another try is a bug.
  retries: 0,
  // For a machine several times as slow and busy as a developer's: what comes is not waited for any longer.
  timeout: 480_000,
  expect: { timeout: 45_000 },
  reporter: [['list']],
  use: {
    launchOptions: { executablePath: '/usr/bin/chromium-headless-shell' },
    locale: 'en-US',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // Recording every journey would slow all of them down; `--trace on` records those that are looked into.
    trace: 'off',
  },
});
