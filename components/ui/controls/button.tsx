'use client';

import type { ComponentProps, MouseEvent, ReactNode, Ref } from 'react';
import { Icon } from '@/components/ui/content/icon';
import type { IconName } from '@/components/ui/content/icon-paths';
import { Link } from '@/components/ui/controls/link';
import { usePending } from '@/components/ui/controls/use-pending';
import { cx } from '@/components/ui/cx';
import { Tooltip } from '@/components/ui/overlays/tooltip';
import { useGateReason } from '@/components/ui/states/gate';

/** `danger` is filled and belongs to the last dialog only; `danger-soft` is red words on the way there. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-soft';
export type ButtonSize = 'normal' | 'small' | 'large';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent border-accent text-on-accent hover:bg-accent-hover hover:border-accent-hover',
  secondary: 'bg-panel border-line-strong text-ink hover:bg-hover',
  quiet: 'bg-transparent border-transparent text-ink-2 hover:bg-hover',
  danger: 'bg-danger border-danger text-on-danger hover:bg-danger-hover hover:border-danger-hover',
  'danger-soft': 'bg-panel border-line-strong text-danger hover:bg-hover',
};
const SIZES: Record<ButtonSize, string> = {
  normal: 'h-(--ctl) px-3',
  small: 'h-(--ctl-sm) px-[9px] text-12',
  large: 'h-9 px-3',
};
const OFF = 'bg-sunken border-line text-ink-3';
const ON = 'bg-selected border-accent-line text-accent';
const SHAPE =
  'inline-flex items-center justify-center gap-1.5 flex-none border rounded-2 font-medium whitespace-nowrap select-none cursor-default transition-[color,background-color,border-color] duration-(--dur-1)';

type Appearance = { variant?: ButtonVariant; size?: ButtonSize; pressed?: boolean; off?: boolean; square?: boolean };

/** The classes of a button, for the rare element that must look like one. */
export function buttonClass({ variant = 'secondary', size = 'normal', pressed, off, square }: Appearance): string {
  const width = square && (size === 'small' ? 'w-(--ctl-sm) px-0!' : 'w-(--ctl) px-0!');
  const colours = off
    ? variant === 'quiet'
      ? 'border-transparent text-disabled'
      : OFF
    : pressed
      ? ON
      : VARIANTS[variant];
  return cx(SHAPE, SIZES[size], colours, width);
}

type Pressed = {
  /** May take its time: the button is `pending` until the promise has settled. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
};

type Shared = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: IconName;
  /** A toggle that is on. */
  pressed?: boolean;
  disabled?: boolean;
  /** Why it is disabled; sets `disabled`. A surrounding permission gate gives its own. */
  reason?: string;
  /** Work is under way: keeps the words, refuses a second press. */
  pending?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
} & Pressed;

export type ButtonProps = Shared &
  Omit<ComponentProps<'button'>, keyof Shared | 'color'> & {
    children: ReactNode;
    /** Opens something: shows the chevron. */
    chevron?: boolean;
  };

type BaseProps = Omit<ComponentProps<'button'>, 'onClick'> & Pressed & { off: boolean; pending: boolean | undefined };

/**
 * A button that may be off and still takes the focus, so that its reason can be read (aria-disabled, not disabled).
 */
function Base({ off, pending, onClick, onMouseDown, onKeyDown, className, ...rest }: BaseProps) {
  const { isPending, run } = usePending();
  const isBusy = pending || isPending;
  const isOff = off || isBusy;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isOff) event.preventDefault();
    else run(() => onClick?.(event));
  };
  // Menus open before the click.
  const earlier = isOff ? undefined : { onMouseDown, onKeyDown };
  return (
    <button
      type="button"
      {...rest}
      {...earlier}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      className={cx(className, isBusy && 'opacity-70')}
      onClick={press}
    />
  );
}

/** Verb and noun. While disabled it stays reachable by keyboard and says why. */
export function Button({
  children,
  variant,
  size,
  icon,
  pressed,
  chevron,
  disabled,
  reason,
  pending,
  className,
  ...rest
}: ButtonProps) {
  const gate = useGateReason();
  const why = reason ?? gate;
  const off = Boolean(disabled || why);
  const button = (
    <Base
      {...rest}
      off={off}
      pending={pending}
      aria-pressed={pressed}
      className={cx(buttonClass({ variant, size, pressed, off }), className)}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
      {chevron ? <Icon name="chevron-down" /> : null}
    </Base>
  );
  return why ? <Tooltip label={why}>{button}</Tooltip> : button;
}

export type IconButtonProps = Shared &
  Omit<ComponentProps<'button'>, keyof Shared | 'color' | 'children'> & { icon: IconName; name: string };

/** A button without words; `name` is both its accessible name and its tooltip. */
export function IconButton({
  icon,
  name,
  variant = 'quiet',
  size,
  pressed,
  disabled,
  reason,
  pending,
  className,
  ...rest
}: IconButtonProps) {
  const gate = useGateReason();
  const why = reason ?? gate;
  const off = Boolean(disabled || why);
  return (
    <Tooltip label={why ? `${name}: ${why}` : name}>
      <Base
        {...rest}
        aria-label={name}
        aria-pressed={pressed}
        off={off}
        pending={pending}
        className={cx(buttonClass({ variant, size, pressed, off, square: true }), className)}
      >
        <Icon name={icon} />
      </Base>
    </Tooltip>
  );
}

export type ButtonLinkProps = Pick<Shared, 'variant' | 'size' | 'icon' | 'className'> & ComponentProps<typeof Link>;

/** A link that looks like a button: navigation, not an action. A closed permission gate leaves only the look. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  const gate = useGateReason();
  if (gate) {
    return (
      <Button variant={variant} size={size} icon={icon} className={className}>
        {children}
      </Button>
    );
  }
  return (
    <Link {...rest} className={cx(buttonClass({ variant, size }), className)}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </Link>
  );
}
