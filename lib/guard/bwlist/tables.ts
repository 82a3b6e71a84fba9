import type { Generated } from 'kysely';

declare module '@/lib/db/tables' {
  interface Tables {
    ip_sets: Omit<IpSetRow, 'id'> & MarksTrue & { id: Generated<number> };
    ip_set_ips: Omit<IpRow, 'id'> & { id: Generated<number>; next_status: Marked };
    /** How many addresses each part of a list has; a part without any has no row. */
    ip_set_parts: { ipset_id: number; part: number; count: number };
  }
}

/** When what addresses were marked with became true; null where that has not come, and once it is in their rows. */
type MarksTrue = { next_from: Generated<number | null> };

/** The status that a call of many makes of an address, or GONE; null where there is none. */
type Marked = Generated<number | null>;

/** What an address is marked with that is to be in no list. */
export const GONE = 2;

export type IpSetRow = {
  id: number;
  oem_id: string;
  root_id: string;
  user_id: string;
  /** Null: in no policy. */
  policy_id: string | null;
  name: string;
  describe: string;
  search: string;
  ip_set_type: number;
  status: number;
  /** Kept with every change of the list's addresses, under the lock of its row. */
  enable_count: number;
  unable_count: number;
  /** The place that was given last: an address beyond it is of a call that has not ended, and in the list for nobody. */
  last_place: number;
  ctime: number;
  utime: number;
};

export type IpRow = {
  id: number;
  ipset_id: number;
  /** From 1 on in each list, none used twice. */
  place: number;
  /** In the form of `readAddress`. */
  ip_addr: string;
  status: number;
  ctime: number;
  utime: number;
};

/** Places of one part: what is delivered again when one of its addresses changes, some 40 KB at most. */
export const PART = 2_000;

export const partOf = (place: number) => Math.floor((place - 1) / PART);
