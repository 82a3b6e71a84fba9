'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether React has taken over the server's HTML; until then a form would be sent to the page itself, which takes none. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
