import { cx } from '@/components/ui/cx';

/** Steps done, under way and to come, as merlons of a wall; `label` says the same in words. */
export function MerlonProgress({
  done,
  now = 0,
  total,
  label,
}: {
  done: number;
  now?: number;
  total: number;
  label: string;
}) {
  return (
    <span role="img" aria-label={label} className="inline-flex items-end gap-[3px]">
      {Array.from({ length: total }, (_, i) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a position is the identity of a step
          key={i}
          className={cx(
            'w-3.5 rounded-[1px] forced-color-adjust-none',
            i < done ? 'h-2.5 bg-accent' : i < done + now ? 'h-2.5 bg-pending' : 'h-[5px] bg-line-strong',
          )}
        />
      ))}
    </span>
  );
}
