import type { Io } from './session';

/** Milliseconds until the first line, so that what is quick says nothing, and between two. */
const PAUSE = 300;
/** Back to the begin of the line, and nothing on it. */
const CLEAR = '\r\u001b[K';

export type Progress = {
  /** Says how far it is, in place of what was said before. */
  tell: (text: string) => void;
  /** Takes the line away. */
  end: () => void;
};

/** One line of stderr about long work, where somebody watches; nothing anywhere else. */
export function progressOn({ err, isWatched }: Pick<Io, 'err' | 'isWatched'>): Progress {
  let last = performance.now();
  let isShown = false;
  return {
    tell(text) {
      if (!isWatched || performance.now() - last < PAUSE) return;
      err(`${CLEAR}${text}`);
      last = performance.now();
      isShown = true;
    },
    end() {
      if (isShown) err(CLEAR);
      isShown = false;
    },
  };
}

/** The same beside what is printed, which on a terminal shows by itself how far it is. */
export const progressBeside = (io: Io): Progress => progressOn({ ...io, isWatched: io.isWatched && !io.isTerminal });

const MEGABYTE = 1_000_000;

/** How much of a download has come; `all` is not a number where the server does not say. */
export function megabytes(done: number, all: number): string {
  const text = (bytes: number) => (bytes / MEGABYTE).toFixed(1);
  return all > 0 ? `${text(done)} / ${text(all)} MB` : `${text(done)} MB`;
}
