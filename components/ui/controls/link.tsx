'use client';

import NextLink from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link within the console, fetched ahead once somebody reaches for it: fetching what is merely in sight asked the server
 * thirty-four times for each page opened.
 */
export function Link({ onPointerEnter, onFocus, ...props }: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  const [isReachedFor, setReachedFor] = useState(false);
  return (
    <NextLink
      {...props}
      prefetch={isReachedFor ? null : false}
      onPointerEnter={(event) => {
        setReachedFor(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setReachedFor(true);
        onFocus?.(event);
      }}
    />
  );
}
