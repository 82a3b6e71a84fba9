import { cx } from '@/components/ui/cx';
import { ICON_PATHS, type IconName } from './icon-paths';

/** One stroke icon; decorative, so its control carries the name. `size` in px. */
export function Icon({ name, size = 16, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={cx('icon', size < 14 && 'icon-small', className)}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
