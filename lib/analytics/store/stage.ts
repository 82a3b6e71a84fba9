/**
 * Events on their way into the store: a query for columns of theirs. Beside those of an event these are their place in the group
 * (`ord`), the number of their `batch`, and as `sign` whether they are added or taken back. It has but the columns that are asked
 * for, since the engine takes longer to plan all of them than to add up some.
 */
export type Stage = (columns: readonly string[]) => string;
