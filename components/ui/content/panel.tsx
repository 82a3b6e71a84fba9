import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx';

export type PanelProps = {
  title?: ReactNode;
  /** Where the content comes from, in the weakest text. */
  source?: ReactNode;
  actions?: ReactNode;
  /** False for content that brings its own edges, such as a table. */
  padded?: boolean;
  footer?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** What is cut where there is no room, whole for a pointer that rests on it. */
const wholeOf = (content: ReactNode) => (typeof content === 'string' ? content : undefined);

/** A framed part of the page. The head appears when there is a title. */
export function Panel({ title, source, actions, padded = true, footer, children, className }: PanelProps) {
  return (
    <section className={cx('min-w-0 rounded-3 border border-line bg-panel', className)}>
      {title ? (
        <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-(--panel-pad) py-1.5">
          <h2 title={wholeOf(title)} className="min-w-0 max-sm:line-clamp-2 sm:truncate">
            {title}
          </h2>
          <span title={wholeOf(source)} className="min-w-0 flex-1 truncate text-11 text-ink-3">
            {source}
          </span>
          {actions}
        </div>
      ) : null}
      {padded ? <div className="p-(--panel-pad)">{children}</div> : children}
      {footer ? (
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-(--panel-pad) py-2.5">{footer}</div>
      ) : null}
    </section>
  );
}
