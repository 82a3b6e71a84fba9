import { runtimePart } from '@/lib/runtime/part';
import { Passwords } from './password';
import { PrincipalCache } from './principal-cache';

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    principals: PrincipalCache;
    passwords: Passwords;
  }
}

export const principals = runtimePart({
  name: 'principals',
  open: ({ store }) => new PrincipalCache(store.kind === 'embedded'),
});

export const passwords = runtimePart({
  name: 'passwords',
  after: ['queues'],
  open: ({ queues }) => new Passwords(queues.passwords),
});
