'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { whenOnline } from '@/components/ui/states/when-online';

export type DrawerProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  subtitle?: ReactNode;
  size?: 'normal' | 'wide';
  /** Walk the rows behind it; undefined at the ends. */
  onPrevious?: () => void;
  onNext?: () => void;
  /** Shows the arrows even where one direction is missing. */
  walks?: boolean;
  footer?: ReactNode;
  children: ReactNode;
};

const DrawerWindow = dynamic(
  whenOnline(() => import('./drawer-window').then((module) => module.DrawerWindow)),
  { ssr: false },
);

/** Read beside the list, which it narrows: the page stays usable, up and down walk its rows. Full width on a phone. */
export function Drawer(props: DrawerProps) {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  return wasOpen ? <DrawerWindow {...props} /> : null;
}
