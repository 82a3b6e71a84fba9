import type { ReactNode } from 'react';
import type { Choice } from './choice';
import type { Resource } from './tree';

/** Whether a permission is had: in effect, without effect because only platform staff can use it, or not at all. */
export type Grant = 'granted' | 'void' | 'none';

/**
 * What the tree is for: choosing, or showing what is granted; without `grantOf` just what there is. `onOpen` makes each
 * permission a button.
 */
export type TreeMode =
  | { kind: 'choose'; choice: Choice; onChange: (value: string[]) => void }
  | { kind: 'show'; grantOf?: (full_key: string) => Grant; onOpen?: (full_key: string) => void };

/** Words beside a permission, and beside a resource where they are true of all below it. */
export type TreeMarks = {
  marks?: (full_key: string) => ReactNode;
  resourceMarks?: (resource: Resource) => ReactNode;
};
