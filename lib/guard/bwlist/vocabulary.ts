/** What black and white lists are called where objects of any kind are delivered. */
export const LIST = 'list';

/** The job that takes the addresses of a deleted list away. */
export const CLEARING = 'lists.clear';

/** The job that takes back what a call added that did not come to its end. */
export const FILLING = 'lists.fill';
