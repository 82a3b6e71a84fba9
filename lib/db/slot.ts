export type Value = string | number;

const same = (value: Value) => value;

/** Where a query that is compiled once has a value that each call brings. */
export class Slot {
  constructor(
    readonly name: string,
    readonly from: (value: Value) => Value = same,
  ) {}

  /** What would become part of the text, or a number of its own, would be that of the first call for ever. */
  [Symbol.toPrimitive](): never {
    throw new Error(`${this.name} is known only when the query is asked`);
  }
}

/** What a query is asked with instead of `value`; of a prepared query it is made of each call's own value. */
export function derived<V extends Value>(value: V, from: (value: V) => Value): Value {
  if (!((value as unknown) instanceof Slot)) return from(value);
  return new Slot((value as unknown as Slot).name, from as (value: Value) => Value) as unknown as Value;
}
