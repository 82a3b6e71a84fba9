import type { ColumnDefinitionBuilder } from 'kysely';

/**
 * The key of a number the store hands out, as migrations before 0022 made it: the embedded store gave the number of the
 * last row again once that row was gone. Later ones take `serialKey` of `dialect.ts`.
 */
export const reusedSerialKey = (column: ColumnDefinitionBuilder) => column.primaryKey();
