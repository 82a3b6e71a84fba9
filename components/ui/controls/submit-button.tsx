'use client';

import { useIsHydrated } from '@/components/ui/states/use-is-hydrated';
import { Button, type ButtonProps } from './button';

/** Sends the form around it. Busy until React has taken over the server's HTML: the page itself takes no form. */
export function SubmitButton({ pending, ...rest }: Omit<ButtonProps, 'type'>) {
  const isHydrated = useIsHydrated();
  return (
    <Button {...rest} variant="primary" type={isHydrated ? 'submit' : 'button'} pending={pending || !isHydrated} />
  );
}
