import type { Permission } from './endpoint';

/** A part of another object, which is seen on a tab of that object's page. */
type PartOf = {
  type: string;
  tab: string;
  /** The path parameter of the part's endpoints that names the object; without it and `isAlso` audit rows carry its id themselves. */
  param?: string;
  /** The object is what audit rows of the part say that they are about too (`also` of a change). */
  isAlso?: true;
};

/**
 * What the product asks of every resource, said once beside its contract: plain data that browser and server read, so that
 * a new resource touches nothing shared. A test compares it with the contracts and the store.
 */
export type Resource = {
  /** What audit rows, revisions and deliveries call it; its name in both languages is the text `kind.<type>`. */
  type: string;
  /** Where its rows belong to a user, who cannot be deleted while there are any. */
  owned?: { table: string; column: 'user_id' | 'first_id' };
  /** Its objects' pages are `<path>/<id>`. `isKept`: also after the object was deleted. */
  page?: { path: string; permission: Permission; isKept?: true };
  partOf?: PartOf;
  /** How the palette finds its objects: a list endpoint with `keyword` and the fields of its items. */
  search?: {
    list: string;
    permission: Permission | 'session';
    id: string;
    label: string;
    hint?: string;
    /** Where one of them is, where it has no page of its own: an address with `{field}` for what its item says. */
    href?: string;
    /** Message key of a branch with names in each language, by id, of those that the product brings. */
    names?: string;
    /** The list has no `keyword`: the palette reads its first hundred and searches them itself. */
    isWhole?: true;
  };
  icon?: string;
  /**
   * Which words the values of its fields have where records of it are shown: a path, `*` for any one step of it, and the set
   * of words (see words.ts), or `time` for Unix milliseconds.
   */
  values?: Readonly<Record<string, string>>;
  /** Fields that only repeat others of the record in short: a difference in one is not shown beside theirs. */
  derived?: readonly string[];
  /** Pages that begin something, or that no menu has; `label` is a full message key, the icon a plus where none is given. */
  actions?: readonly { label: string; href: string; permission: Permission; icon?: string }[];
};

export const resource = <const R extends Resource>(declared: R): R => declared;
