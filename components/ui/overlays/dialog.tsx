'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, type RefObject, useState } from 'react';
import { whenOnline } from '@/components/ui/states/when-online';

export type DialogProps = {
  open: boolean;
  /** Asked to close by Escape, the backdrop or a button; ignore it to refuse. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** 520 px, or 600 for the key reveal and its like. */
  size?: 'normal' | 'wide';
  /** Only a button of its own closes it: no Escape, no backdrop, no cross. */
  insistent?: boolean;
  footer?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
};

const load = whenOnline(() => import('./dialog-window').then((module) => module.DialogWindow));
const DialogWindow = dynamic(load, { ssr: false });

/** Loads what every dialog needs, so that one opens at once, and also when the network is gone by then. */
export const preloadDialog = load;

/**
 * A decision that blocks. Reading beside a list is a drawer; more than six fields are a page. Its code comes when it
 * first opens.
 */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  return wasOpen ? <DialogWindow {...props} /> : null;
}
