'use client';

import { Toast as Base } from '@base-ui/react/toast';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Icon } from '@/components/ui/content/icon';
import type { IconName } from '@/components/ui/content/icon-paths';
import { meaningStyle } from '@/components/ui/content/meaning';
import { IconButton } from '@/components/ui/controls/button';
import { Refusal } from '@/components/ui/states/refusal';
import { type Notice, takeNotices } from './toast';

type Kind = Notice['kind'];
const KINDS = {
  done: { meaning: 'approved', icon: 'check' },
  progress: { meaning: 'monitor', icon: 'activity' },
  failed: { meaning: 'rejected', icon: 'warning' },
} as const satisfies Record<Kind, { meaning: string; icon: IconName }>;

const manager = Base.createToastManager<{ kind: Kind }>();

function add({ kind, title, description, error, until, action }: Notice): void {
  if (until?.aborted) return;
  const id = manager.add({
    title,
    description: error === undefined ? description : <Refusal error={error} />,
    data: { kind },
    priority: kind === 'failed' ? 'high' : 'low',
    timeout: kind === 'failed' || until ? 0 : 6000,
    ...(action ? { actionProps: { children: action.label, onClick: action.onClick } } : {}),
  });
  until?.addEventListener('abort', () => manager.close(id), { once: true });
}

function Toasts() {
  const t = useTranslations('common');
  const { toasts } = Base.useToastManager<{ kind: Kind }>();
  return toasts.map((toast) => {
    const kind = KINDS[toast.data?.kind ?? 'done'];
    return (
      <Base.Root
        data-toast
        key={toast.id}
        toast={toast}
        swipeDirection="right"
        style={meaningStyle(kind.meaning)}
        className="float mt-2 w-full rounded-2 border-l-[3px] border-l-(--k) data-limited:hidden"
      >
        <Base.Content className="flex items-start gap-2.5 px-3 py-2.5">
          <Icon name={kind.icon} className="mt-0.5 text-(--kf)" />
          <div className="min-w-0 flex-1 break-words">
            <Base.Title className="text-13 font-medium" />
            <Base.Description className="text-12 text-ink-2" />
            <Base.Action className="link mt-1 text-12 font-medium empty:hidden" />
          </div>
          <Base.Close render={<IconButton icon="close" size="small" name={t('close')} className="-my-1 -mr-1" />} />
        </Base.Content>
      </Base.Root>
    );
  });
}

/** The notices of the page, bottom right, 360 px; on a phone above the foot of a sheet, which holds its buttons. */
export function ToastHost() {
  useEffect(() => takeNotices(add), []);
  return (
    <Base.Provider toastManager={manager} limit={4}>
      <Base.Portal>
        <Base.Viewport className="fixed right-5 bottom-5 z-70 flex w-90 max-w-[calc(100vw-24px)] flex-col-reverse max-sm:right-3 max-sm:bottom-3 max-sm:in-[body:has([data-foot])]:bottom-28">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}
