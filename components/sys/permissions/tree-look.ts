import type { Choice } from './choice';

/** Whether a permission is had: in effect, without effect because only platform staff can use it, or not at all. */
export type Grant = 'granted' | 'void' | 'none';

/** What the tree is for: choosing, or showing what is granted; `onOpen` then makes each permission a button. */
export type TreeLook =
  | { kind: 'choose'; choice: Choice; onChange: (value: string[]) => void }
  | { kind: 'show'; grantOf: (full_key: string) => Grant; onOpen?: (full_key: string) => void };
