import { cx } from '@/components/ui/cx';

const WIDTHS = ['w-3/5', 'w-11/12', 'w-4/5', 'w-2/5'];

/**
 * What is still to come and whose height nobody knows: whatever follows it on the page appears with it, so that nothing
 * moves under the reader's eyes (`.in-order` in app/shapes.css).
 */
export const Growing = () => <i hidden data-growing />;

/** Text that has not arrived; the first load only, the height of what comes, no shimmer. */
export function Skeleton({
  lines = 4,
  growing,
  className,
}: {
  lines?: number;
  /** What comes has another height: what follows on the page waits for it. */
  growing?: true;
  className?: string;
}) {
  return (
    <div data-skeleton data-growing={growing} aria-hidden="true" className={cx('flex flex-col gap-2.5', className)}>
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
        <i key={i} className={cx('h-2.5 rounded-[1px] bg-(--chart-split)', WIDTHS[i % WIDTHS.length])} />
      ))}
    </div>
  );
}

/** The stepped silhouette of a chart that has not arrived. */
export function ChartSkeleton({ height = 160 }: { height?: number }) {
  return (
    <svg data-skeleton aria-hidden="true" viewBox="0 0 400 60" width="100%" height={height} preserveAspectRatio="none">
      <path
        d="M0 60V44H40V36H80V40H120V26H160V18H200V24H240V14H280V28H320V34H360V40H400V60Z"
        fill="var(--chart-split)"
      />
    </svg>
  );
}
