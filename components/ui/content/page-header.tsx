'use client';

import type { ReactNode } from 'react';
import { useCrumb } from '@/components/layout/navigation/crumbs';

/** The title row of a page, its actions right, the primary one last. Also names the browser tab and the breadcrumb. */
export function PageHeader({
  title,
  description,
  beside,
  actions,
}: {
  title: string;
  description?: ReactNode;
  /** Right of the title: tags, a badge. */
  beside?: ReactNode;
  actions?: ReactNode;
}) {
  useCrumb(title);
  return (
    <div className="mb-3.5 flex min-h-8 flex-wrap items-center gap-2">
      <title>{`${title} · Parapet`}</title>
      <div className="min-w-0 flex-1 basis-60 max-sm:basis-40">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <h1 tabIndex={-1} className="min-w-0 break-words">
            {title}
          </h1>
          {beside}
        </div>
        {description ? <div className="mt-0.5 text-ink-2">{description}</div> : null}
      </div>
      {actions ? <div className="flex max-w-full flex-wrap items-center gap-2">{actions}</div> : null}
    </div>
  );
}
