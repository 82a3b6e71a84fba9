import type { Ctx } from './context';
import type { AnyEndpoint, DataOf, InputOf } from './endpoint';

/** What a handler answers that has headers to set, such as a cookie. */
export class WithHeaders<T> {
  constructor(
    readonly data: T,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

export const withHeaders = <T>(data: T, headers: Readonly<Record<string, string>>) => new WithHeaders(data, headers);

export type Handler<E> = (ctx: Ctx, input: InputOf<E>) => Promise<DataOf<E> | WithHeaders<DataOf<E>>>;

/** What the dispatcher calls: the same handlers with their types forgotten, after parsing has established them. */
export type Handlers = Record<string, (ctx: Ctx, input: never) => Promise<unknown>>;

/** Binds a handler to each endpoint by its key; a missing, extra or mistyped one is a compile error. */
export function bind<E extends Record<string, Pick<AnyEndpoint, 'method' | 'path'>>>(
  _endpoints: E,
  handlers: { [K in keyof E]: Handler<E[K]> },
): Handlers {
  return handlers as Handlers;
}
