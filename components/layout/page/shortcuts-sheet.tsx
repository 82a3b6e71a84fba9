'use client';

import { useTranslations } from 'next-intl';
import { Kbd } from '@/components/ui/content/kbd';
import { Switch } from '@/components/ui/controls/switch';
import { Dialog } from '@/components/ui/overlays/dialog';
import type { Shortcut } from './shortcuts';

type SheetProps = {
  shortcuts: readonly Shortcut[];
  /** Whether keys without a modifier are on. */
  enabled: boolean;
  onToggle: (next: boolean) => void;
  onClose: () => void;
};

/** The keys of a page, and the switch of those without a modifier. */
export function ShortcutsSheet({ shortcuts, enabled, onToggle, onClose }: SheetProps) {
  const t = useTranslations('common.shortcuts');
  const rows = [
    { key: 'palette', cap: 'Ctrl K', label: t('palette') },
    ...shortcuts.map(({ key, cap = key, label }) => ({ key, cap, label })),
    { key: '?', cap: '?', label: t('sheet') },
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      footer={<Switch checked={enabled} onChange={onToggle} label={t('single_keys')} className="mr-auto" />}
    >
      <ul>
        {rows.map(({ key, cap, label }) => (
          <li key={key} className="flex h-8 items-center gap-2 border-b border-line last:border-b-0">
            <span className="min-w-0 flex-1">{label}</span>
            <Kbd>{cap}</Kbd>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
