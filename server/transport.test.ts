import type { IncomingMessage, ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { contextOf } from '@/lib/api/context';
import { toCall } from './transport';

setFlagsFromString('--allow-natives-syntax');
const haveOneShape: (a: object, b: object) => boolean = runInNewContext(
  '(a, b) => %HasFastProperties(a) && %HaveSameMap(a, b)',
);

const call = () => {
  const request = { method: 'GET', headers: {} } as IncomingMessage;
  const peer = { address: '192.0.2.1', host: 'acme.test', secure: false, isForwarded: false };
  return toCall(request, {} as ServerResponse, { path: '/', search: '' }, peer);
};
const context = () =>
  contextOf({ runtime: { store: {} }, call: call(), id: 'r', now: 0, locale: 'en-US', oem: {} } as never, {
    ...({ route: {}, principal: {} } as never as Pick<Parameters<typeof contextOf>[1], 'route' | 'principal'>),
    params: {},
  });

/** What requests must not be. */
const withAccessor = () => ({
  ...{ method: 'GET' },
  get signal() {
    return undefined;
  },
});

it('gives all requests one shape, since an own one keeps each in memory until the next full collection', () => {
  expect(haveOneShape(withAccessor(), withAccessor())).toBe(false);
  expect(haveOneShape(call(), call())).toBe(true);
  expect(haveOneShape(context().request, context().request)).toBe(true);
});
