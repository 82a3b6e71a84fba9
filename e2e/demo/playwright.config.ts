import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config';

/** The demonstration as a newcomer starts it, alone on the machine. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testIgnore: undefined,
  timeout: 600_000,
});
