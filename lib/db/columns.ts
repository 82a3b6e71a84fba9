/** How a field of an object is kept in a column, and read from it. */
export type Column<Field, Stored> = {
  type: 'text' | 'integer' | 'bigint';
  write(field: Field): Stored;
  read(stored: Stored): Field;
};

const same = <T>(type: Column<T, T>['type']): Column<T, T> => ({ type, write: (v) => v, read: (v) => v });

export const text = <T extends string = string>() => same<T>('text');
export const integer = <T extends number = number>() => same<T>('integer');
export const bigint = () => same<number>('bigint');

/** True and false as 1 and 0, which both stores have. */
export const flag = (): Column<boolean, number> => ({ type: 'integer', write: Number, read: (v) => v !== 0 });

/** A value of any shape as JSON, never queried inside (DESIGN 6). */
export const json = <T>(): Column<T, string> => ({ type: 'text', write: (v) => JSON.stringify(v), read: JSON.parse });

/** Text as base64 (DESIGN 5, CC and ACL content): what was written is read back, whatever characters it has. */
export const base64 = (): Column<string, string> => ({
  type: 'text',
  write: (v) => Buffer.from(v, 'utf8').toString('base64'),
  read: (v) => Buffer.from(v, 'base64').toString('utf8'),
});

// biome-ignore lint/suspicious/noExplicitAny: a column's stored form is known by its own two functions alone
export type Columns<T> = { readonly [K in keyof T]: Column<T[K], any> };

/** A row as the store has it. */
export type Stored<C> = { [K in keyof C]: C[K] extends Column<never, infer S> ? S : never };
