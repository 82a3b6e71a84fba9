'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/controls/button';
import { Input } from '@/components/ui/controls/input';
import { RefusalNote } from '@/components/ui/states/refusal';
import { Dialog } from './dialog';

export type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  /** Verb and name: "Delete domain pay.example.org?" */
  title: ReactNode;
  /** What it touches, measured now. */
  children: ReactNode;
  /** Verb and noun of the dangerous button. */
  action: string;
  /** Why it cannot be done now, as far as known; the server decides again. */
  refuse?: string;
  /** At high impact only: the name that must be typed. */
  typeName?: string;
  /** Label of the safe button; Keep / 保留 unless the action is no deletion. */
  keep?: string;
  /** Red for what destroys, the accent for a decision that does not. */
  tone?: 'danger' | 'primary';
  /** May fail: the message is shown in the dialog, which stays open. */
  onConfirm: () => Promise<unknown> | unknown;
};

/** Says what a dangerous action will touch before it does it. The safe button has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, action, refuse, typeName, keep, tone = 'danger', onConfirm } = props;
  const t = useTranslations('common');
  const [typed, setTyped] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const inputId = useId();

  const close = () => {
    if (pending) return;
    setTyped('');
    setFailure(null);
    onClose();
  };
  const confirm = async () => {
    setPending(true);
    setFailure(null);
    try {
      await onConfirm();
      setTyped('');
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      initialFocus={safe}
      footer={
        <>
          <Button ref={safe} onClick={close}>
            {keep ?? t('keep')}
          </Button>
          <Button
            variant={tone}
            pending={pending}
            reason={refuse ?? (typeName !== undefined && typed !== typeName ? t('type_name_first') : undefined)}
            onClick={confirm}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="text-ink-2">{children}</div>
      {typeName !== undefined ? (
        <div className="mt-3 flex flex-col gap-[5px]">
          <label htmlFor={inputId} className="font-medium">
            {t('type_to_confirm')}
          </label>
          <Input
            id={inputId}
            value={typed}
            placeholder={typeName}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      ) : null}
      <RefusalNote error={failure} className="mt-3" />
    </Dialog>
  );
}
