import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** Half as long as what `axe.source` says, and the same rules. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Brings axe into the frames of a page that lack it: to read its source takes longer than to try its rules, so a document gets it once. */
async function bring(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const isThere = await frame.evaluate(() => 'axe' in window);
    if (!isThere) await frame.evaluate(SOURCE);
  }
}

/**
 * Rules that a part of the page breaks, each with where. A tooltip belongs to what it explains, not to a landmark. To say
 * where every rule was kept takes longer than to try the rules, so only violations say where they are.
 */
export async function violationsOf(page: Page, part: string): Promise<string[]> {
  await bring(page);
  return page.evaluate(async (include) => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const { violations } = await engine.run(
      { include: [include], exclude: ['[role=tooltip]'] },
      { resultTypes: ['violations'] },
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
  }, part);
}
