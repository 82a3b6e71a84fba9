'use client';

import type { ComponentProps, MouseEvent, ReactNode, Ref } from 'react';
import { Icon } from '@/components/ui/content/icon';
import type { IconName } from '@/components/ui/content/icon-paths';
import { Link } from '@/components/ui/controls/link';
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
};

export type ButtonProps = Shared &
  Omit<ComponentProps<'button'>, keyof Shared | 'color'> & {
    children: ReactNode;
    /** Opens something: shows the chevron. */
    chevron?: boolean;
  };

/**
 * A button that may be off and still takes the focus, so that its reason can be read (aria-disabled, not disabled).
 */
function Base({ off, onClick, onMouseDown, onKeyDown, ...rest }: ComponentProps<'button'> & { off: boolean }) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (off) event.preventDefault();
    else onClick?.(event);
  };
  // Menus open before the click.
  const earlier = off ? undefined : { onMouseDown, onKeyDown };
  return <button type="button" {...rest} {...earlier} aria-disabled={off || undefined} onClick={press} />;
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
      off={off || Boolean(pending)}
      aria-busy={pending || undefined}
      aria-pressed={pressed}
      className={cx(buttonClass({ variant, size, pressed, off }), pending && 'opacity-70', className)}
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
        off={off || Boolean(pending)}
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
