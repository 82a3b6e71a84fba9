/** lock_status of an assigned node (spec 2.3): distribution skips a locked one. */
export const NORMAL = 1;
export const LOCKED = 2;
