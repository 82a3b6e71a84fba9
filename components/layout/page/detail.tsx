'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { Panel } from '@/components/ui/content/panel';
import { ButtonLink } from '@/components/ui/controls/button';
import { EmptyFrame, NoPermission } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { ApiError, type CallInput, query } from '@/lib/api/client';
import type { DataOf, EndpointSpec } from '@/lib/api/endpoint';
import { resources } from '@/lib/generated/resources';
import { usePermission } from '../account/session';
import { OfObject } from '../navigation/crumbs';

type DetailEndpoint = Pick<
  EndpointSpec<`${string}/{id}${string}`, undefined, undefined, z.ZodType>,
  'method' | 'path' | 'data' | 'permission'
>;

/** An object that is gone, or that the reader may not see: both look the same. */
function Gone({ back }: { back: string }) {
  const t = useTranslations('common.not_found');
  return (
    <Panel padded={false}>
      <EmptyFrame title={t('object_title')} actions={<ButtonLink href={back}>{t('back')}</ButtonLink>}>
        {t('text')}
      </EmptyFrame>
    </Panel>
  );
}

/** What the objects of a list are called, as in "This domain". */
function useKind(list: string): string | undefined {
  const t = useTranslations();
  const type = resources.find(({ page }) => page?.path === list)?.type;
  return type && t('common.error.kind', { kind: t(`kind.${type}`, { count: 1 }) });
}

/** The first load: head, tabs and panels at their places. */
export function DetailSkeleton() {
  const t = useTranslations('common.table');
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      <div aria-hidden="true">
        <Skeleton lines={2} className="mb-3.5 h-[50px] max-w-100 pt-2" />
        <div className="mb-4 h-[37px] shadow-[inset_0_-1px_0_var(--line-strong)]" />
        <Panel>
          <Skeleton lines={8} />
        </Panel>
      </div>
    </div>
  );
}

/**
 * The page of one object, read by its id. Not there, not allowed, failed and loading are shown here; `children` gets
 * the object, and newer versions of it as they arrive. `back` is its list.
 */
export function Detail<E extends DetailEndpoint>({
  endpoint,
  id,
  back,
  refreshEvery,
  children,
}: {
  endpoint: E;
  id: string;
  back: string;
  /** Polls in ms while the page is visible, or false once nothing changes by itself any more. */
  refreshEvery?: (data: DataOf<E>) => number | false;
  children: (data: DataOf<E>) => ReactNode;
}) {
  const permission = typeof endpoint.permission === 'string' ? endpoint.permission : 'session';
  const isAllowed = usePermission()(permission);
  const kind = useKind(back);
  const input = { params: { id } } as unknown as CallInput<E>;
  const { data, error, refetch } = useQuery({
    ...query(endpoint, input),
    enabled: isAllowed,
    refetchInterval: ({ state }) => (state.data === undefined ? false : (refreshEvery?.(state.data) ?? false)),
  });
  if (!isAllowed) {
    return (
      <Panel padded={false}>
        <NoPermission permission={permission} />
      </Panel>
    );
  }
  if (error instanceof ApiError && error.status === 404) return <Gone back={back} />;
  if (data !== undefined) return <OfObject>{children(data)}</OfObject>;
  if (error === null) return <DetailSkeleton />;
  return (
    <Panel padded={false}>
      <ErrorState name={kind} error={error} permission={permission} onRetry={() => refetch()} />
    </Panel>
  );
}
