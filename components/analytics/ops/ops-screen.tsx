'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useActionName } from '@/components/audit/said';
import { capital } from '@/components/ui/capital';
import { layout } from '@/lib/analytics/charts/pages/ops/layout';
import { DashboardScreen } from '../dashboard/dashboard-screen';

/** Actions and objects as the operation log calls them. */
function useOperationText() {
  const t = useTranslations();
  const actionName = useActionName();
  return useCallback(
    (dimension: string, value: string) => {
      if (dimension === 'operation') return actionName(value);
      const key = `kind.${value}`;
      return dimension === 'resource_type' && t.has(key) ? capital(t(key, { count: 1 })) : undefined;
    },
    [t, actionName],
  );
}

export function OpsScreen() {
  return <DashboardScreen page="ops" namespace="analytics.ops" layout={layout} text={useOperationText()} />;
}
