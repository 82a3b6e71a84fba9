import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ConsoleSession } from '@/lib/auth/session/contract';
import { packSession, unpackSession } from './packed-session';

const session = (keys: readonly string[]) => ({ is_platform: true, permissions: keys }) as ConsoleSession;
const through = (keys: readonly string[]) => unpackSession(packSession(session(keys))).permissions;

const word = fc.stringMatching(/^[a-z_]{1,8}$/);
const keys = fc.uniqueArray(fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => words.join('.')));

it('loses no permission and makes none up', () => {
  const same = (some: string[]) => {
    expect([...through(some)].sort()).toEqual([...some].sort());
  };
  fc.assert(fc.property(keys, same));
  expect(through([])).toEqual([]);
});

it('says what permissions are about once', () => {
  const some = ['guard.cert.list', 'guard.domain.list', 'guard.cert.view'];
  expect(packSession(session(some)).permissions).toBe('guard.cert.list,view guard.domain.list');
});
