import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, MODES, setMode, signIn, test, visit } from '../fixtures';
