import type { Permission } from './endpoint';

/** A part of another object, which is seen on a tab of that object's page. */
type PartOf = {
  type: string;
  tab: string;
  /** The path parameter of the part's endpoints that names the object; where left out, audit rows carry its id themselves. */
  param?: string;
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
    permission: Permission;
    id: string;
    label: string;
    hint?: string;
    /** The list has no `keyword`: the palette reads its first hundred and searches them itself. */
    isWhole?: true;
  };
  icon?: string;
  /** Pages that begin something; `label` is a full message key. */
  actions?: readonly { label: string; href: string; permission: Permission }[];
};

export const resource = <const R extends Resource>(declared: R): R => declared;
