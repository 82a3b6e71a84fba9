/** What black and white lists are called where objects of any kind are delivered. */
export const LIST = 'list';

/** The job that takes the addresses of a deleted list away. */
export const CLEARING = 'lists.clear';

/** The job that carries out what a call of many came to, or takes back what it did where it came to no end. */
export const FILLING = 'lists.fill';

/** The longest form: IPv6 with a quad at its end, and a prefix. */
export const MAX_ADDRESS = 49;
