import type { ReactNode } from 'react';
import type { Column } from '@/components/data-table/columns/types';

type Deed = 'list' | 'add' | 'edit' | 'remove' | 'toggle';

export type Part = { id: number; name: string };

/** How the parts of an object are listed and written: an object's tab is this and nothing else. */
export type PartKind<P extends Part> = {
  /**
   * Namespace of its texts: `title`, `create`, `switch`, `switched_on`, `switched_off`, `stays_on`, `stays_off`, and those of
   * `empty` (title, text) and `delete` (title, action, done).
   */
  texts: string;
  /** Begins the names of its dialogs in the URL. */
  dialog: string;
  /** For all that is done with them, or for each deed its own. */
  permission: string | Readonly<Record<Deed, string>>;
  /** Key of the cached list, which holds `{list}`. */
  queryKey: readonly unknown[];
  columns: readonly Column<P>[];
  /** Where each has a switch: whether it is on, and the call that sets it. */
  toggle?: {
    isOn: (part: P) => boolean;
    with: (part: P, isOn: boolean) => P;
    save: (part: P, isOn: boolean) => Promise<unknown>;
  };
  remove: (part: P) => Promise<unknown>;
  /** What deleting it changes, before it happens. */
  impact: (part: P) => string;
  /** The form of a new one, or of `part`. */
  form: (onClose: () => void, part?: P) => ReactNode;
  /** The form of a new one that begins as `part`, where they can be copied. */
  copy?: (onClose: () => void, part: P) => ReactNode;
  /** The form takes the place of the list while it is open. */
  isInPlace?: true;
};

/** What a caller needs for a deed. */
export const permissionFor = ({ permission }: Pick<PartKind<Part>, 'permission'>, deed: Deed): string =>
  typeof permission === 'string' ? permission : permission[deed];

export const partId = ({ id }: Part) => String(id);
