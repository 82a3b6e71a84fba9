import { createTwoFilesPatch, OMIT_HEADERS } from 'diff';
import type { FileChange } from './contract';

/** Pairs of lines compared for one answer, about 20 ms: counted, since on a busy machine any work can take any time. */
const MAX_PAIRS = 50_000;

type Compared = { change: FileChange; diff: string };

const TOO_MUCH = new Error('More lines differ than are compared for one answer.');

/**
 * Compares the files of one answer: how each became what it is, as a unified diff. The diff is empty where nothing changed, or more
 * than can be compared.
 */
export function comparer(): (before: string | undefined, after: string | undefined) => Compared {
  let left = MAX_PAIRS;
  const comparator = (one: string, other: string) => {
    if (left === 0) throw TOO_MUCH;
    left -= 1;
    return one === other;
  };
  return (before, after) => {
    if (before === after) return { change: 'same', diff: '' };
    const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    try {
      const options = { comparator, headerOptions: OMIT_HEADERS };
      return { change, diff: createTwoFilesPatch('', '', before ?? '', after ?? '', '', '', options) };
    } catch (error) {
      if (error !== TOO_MUCH) throw error;
      return { change, diff: '' };
    }
  };
}
