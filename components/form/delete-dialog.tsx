'use client';

import { type ReactNode, useRef } from 'react';
import { useMissingPermission } from '@/components/layout/account/can';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import type { CallInput } from '@/lib/api/client';
import type { EndpointSpec } from '@/lib/api/endpoint';
import type { nothing } from '@/lib/api/envelope';
import { useEndpointAction } from './use-endpoint-action';

type DeleteEndpoint = Pick<
  EndpointSpec<`${string}/{id}`, undefined, undefined, typeof nothing>,
  'method' | 'path' | 'data' | 'permission'
>;

/**
 * Asks before an object is deleted, with what that touches as `children`, and deletes it. On the object's own page
 * `onDeleted` leaves it; in a list the dialog just closes.
 */
export function DeleteDialog({
  endpoint,
  id,
  title,
  action,
  notice,
  invalidates,
  refuse,
  typeName,
  onClose,
  onDeleted,
  children,
}: {
  endpoint: DeleteEndpoint;
  id: string;
  /** Verb and name: "Delete domain pay.example.org?" */
  title: string;
  /** Verb and noun. */
  action: string;
  /** Said once it is gone. */
  notice: string;
  /** Further resources that change with it. */
  invalidates?: readonly string[];
  /** Why it cannot be deleted now, as far as known. */
  refuse?: string;
  /** At high impact only: the name that must be typed. */
  typeName?: string;
  onClose: () => void;
  onDeleted?: () => void;
  children: ReactNode;
}) {
  const permission = typeof endpoint.permission === 'string' ? endpoint.permission : undefined;
  const missing = useMissingPermission(permission);
  const isGone = useRef(false);
  const onDone = () => {
    isGone.current = true;
  };
  const remove = useEndpointAction(endpoint, { notice, invalidates, onDone });
  return (
    <ConfirmDialog
      open
      // Leaving the page closes the dialog as well; doing both would undo the leaving, since the URL holds the dialog.
      onClose={() => (isGone.current && onDeleted ? onDeleted() : onClose())}
      title={title}
      action={action}
      refuse={missing ?? refuse}
      typeName={typeName}
      onConfirm={() => remove({ params: { id } } as unknown as CallInput<DeleteEndpoint>)}
    >
      {children}
    </ConfirmDialog>
  );
}
