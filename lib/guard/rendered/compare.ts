import { createTwoFilesPatch, OMIT_HEADERS } from 'diff';
import type { FileChange } from './contract';

/** Lines that differ beyond which two texts are only said to differ, and ms after which comparing ends. */
const BOUNDS = { maxEditLength: 4_000, timeout: 50 };

type Compared = { change: FileChange; diff: string };

/** How a file became what it is, as a unified diff; the diff is empty where nothing changed, or more than can be compared. */
export function compare(before: string | undefined, after: string | undefined): Compared {
  if (before === after) return { change: 'same', diff: '' };
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const patch = createTwoFilesPatch('', '', before ?? '', after ?? '', '', '', {
    ...BOUNDS,
    headerOptions: OMIT_HEADERS,
  });
  return { change, diff: patch ?? '' };
}
