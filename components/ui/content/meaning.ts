import type { CSSProperties } from 'react';

/** Everything a colour may say (visual language, section 2). Verdicts first, then states of audit and release. */
export const MEANINGS = [
  'pass',
  'blocked',
  'limited',
  'captcha',
  'monitor',
  'approved',
  'pending',
  'rejected',
  'unaudited',
] as const;
export type Meaning = (typeof MEANINGS)[number];

/** The four values of a meaning as --k (mark), --kf (words), --kb (tint), --kl (edge), for marks, badges and notes. */
export function meaningStyle(meaning: Meaning): CSSProperties {
  const style: Record<`--${string}`, string> = {
    '--k': `var(--${meaning})`,
    '--kf': `var(--${meaning}-fg)`,
    '--kb': `var(--${meaning}-bg)`,
    '--kl': `var(--${meaning}-line)`,
  };
  return style;
}
