/** The few places where engines' SQL differs; everything else in compiled charts is the same text for any of them. */
export interface Dialect {
  name: 'duckdb';
  /** A string literal. */
  text(value: string): string;
  /** Start of the bucket of `width` ms that holds `column`. */
  bucket(column: string, width: number): string;
  /** A 64-bit integer or float that reaches JavaScript as a number. */
  number(expression: string): string;
  /** Division that is NULL when the divisor is 0. */
  ratio(a: string, b: string): string;
}

export const duckdbDialect: Dialect = {
  name: 'duckdb',
  text: (value) => `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`,
  bucket: (column, width) => `(${column} - ${column} % ${width})`,
  number: (expression) => `CAST(${expression} AS DOUBLE)`,
  ratio: (a, b) => `(CAST(${a} AS DOUBLE) / nullif(${b}, 0))`,
};
