'use client';

import { useTranslations } from 'next-intl';
import { LogTimeline } from '@/components/sys/activity/log-timeline';
import { RecentSignIns } from '@/components/sys/activity/recent-sign-ins';

/** What a user did and what was done to them, and when they signed in. */
export function UserActivity({ user_id }: { user_id: string }) {
  const t = useTranslations('sys.users.tabs');
  return (
    <div className="grid items-start gap-3 min-[1280px]:grid-cols-2">
      <LogTimeline
        keyword={user_id}
        about={(log) => log.user_id === user_id || log.resource_id === user_id}
        title={t('activity')}
      />
      <RecentSignIns user_id={user_id} />
    </div>
  );
}
