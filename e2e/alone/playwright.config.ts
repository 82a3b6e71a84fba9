import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config';

/** What measures time or has to be in time, and the demonstration with its sixty days of traffic: nothing runs beside either. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testIgnore: undefined,
  workers: 1,
  timeout: 600_000,
});
