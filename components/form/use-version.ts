'use client';

import { useState } from 'react';
import { ApiError } from '@/lib/api/client';

/** Objects whose every change has a later `utime`. */
export type Versioned = { utime: number };

/** Somebody else's change, met while saving: undecided, or decided for one's own version. */
type Met<T> = { kind: 'open'; theirs: T } | { kind: 'kept' };

const isChanged = (error: unknown) => error instanceof ApiError && error.envelope.err_key === 'err.changed';

/**
 * Saves an edit of an object that others may change at the same time only while it is as it was read; without `first` a new
 * one. `bodyOf` is what of it is edited: a change of anything else is no other version of that.
 */
export function useVersion<T extends Versioned, Body>(
  first: T | undefined,
  { read, bodyOf }: { read: () => Promise<T>; bodyOf: (object: T) => Body },
) {
  const [seen, setSeen] = useState(first);
  const [met, setMet] = useState<Met<T> | null>(null);
  const isSame = (a: T, b: T) => JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));
  const change = async <R>(send: (utime: number) => Promise<R>, before: T): Promise<R> => {
    try {
      return await send(before.utime);
    } catch (error) {
      if (!isChanged(error)) throw error;
      const theirs = await read();
      // Switched on or off meanwhile.
      if (theirs.utime !== before.utime && isSame(theirs, before)) return change(send, theirs);
      setMet({ kind: 'open', theirs });
      throw error;
    }
  };
  return {
    bodyOf,
    /** The version that the edit is made from. */
    seen,
    met,
    /** Saves what was made from a version, or a new object, which has none; throws what the server refused. */
    save: async <R>(send: (utime: number | undefined) => Promise<R>): Promise<R> => {
      setMet(null);
      return seen ? change(send, seen) : send(undefined);
    },
    /** Goes on from the other version, or with one's own over it. */
    settle: (theirs: T, takes: boolean) => {
      setSeen(theirs);
      setMet(takes ? null : { kind: 'kept' });
    },
  };
}

export type Version<T extends Versioned, Body> = Pick<
  ReturnType<typeof useVersion<T, Body>>,
  'bodyOf' | 'seen' | 'met' | 'settle'
>;
