import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/**
 * A press whose handler throws its promise away: the button cannot wait for it. What only writes to the address is there
 * at once.
 */
const THROWN_AWAY = /\bon(?:Click|Select|Retry)(?:=\{|: )\([^)]*\) => (?:[^\n{}]*[?&:|] )?void (?!set)[\w.]+\([^\n]*/g;

// Buttons and menus themselves are in `ui`.
const files = readdirSync('components', { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !file.startsWith('ui/'),
);

it('hands what a press began to its button, which waits for it', () => {
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) =>
    (readFileSync(path.join('components', file), 'utf8').match(THROWN_AWAY) ?? []).map((press) => `${file}: ${press}`),
  );
  expect(found).toEqual([]);
});
