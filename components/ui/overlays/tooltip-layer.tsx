'use client';

import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Box, placeTooltip } from './place-tooltip';
import type { TooltipSide } from './tooltip';

const SHOW_AFTER_MS = 400;
const HIDE_AFTER_MS = 100;

type Tip = { element: HTMLElement; text: string; side: TooltipSide };

function tipOf(target: EventTarget | null): Tip | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
  const text = element?.dataset.tip;
  return element && text
    ? { element, text, side: (element.dataset.tipSide as TooltipSide | undefined) ?? 'bottom' }
    : null;
}

/** Whether the button's own popup is open, which a tooltip would cover. */
const isOpen = (element: HTMLElement) =>
  element.hasAttribute('aria-haspopup') && element.getAttribute('aria-expanded') === 'true';

/** Watches the page for what carries a tooltip. Escape hides it, and the pointer may rest on it (WCAG 1.4.13). */
function useTip(layerId: string): Tip | null {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (next: Tip | null, ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setTip(next && isOpen(next.element) ? null : next), ms);
    };
    const onOver = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      if (event.target instanceof Element && event.target.id === layerId) {
        clearTimeout(timer);
        return;
      }
      const found = tipOf(event.target);
      later(found, found ? SHOW_AFTER_MS : HIDE_AFTER_MS);
    };
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) later(tipOf(event.target), 0);
    };
    const hide = () => later(null, 0);
    // What has the keyboard's focus keeps its tip: the focus may have scrolled it into sight, or come before the page was alive.
    const showFocused = () => later(tipOf(document.querySelector(':focus-visible')), 0);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('pointerover', onOver);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', hide);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('keydown', onKey);
    document.addEventListener('scroll', showFocused, true);
    if (document.querySelector(':focus-visible')) showFocused();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('scroll', showFocused, true);
    };
  }, [layerId]);
  return tip;
}

/** The one tooltip of the page. */
export function TooltipLayer() {
  const id = useId();
  const tip = useTip(id);
  const ref = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const layer = ref.current;
    if (!tip || !layer) return;
    const size: Box = layer.getBoundingClientRect();
    const { left, top } = placeTooltip(tip.element.getBoundingClientRect(), size, tip.side, {
      width: window.innerWidth,
      height: window.innerHeight,
    });
    layer.style.left = `${left}px`;
    layer.style.top = `${top}px`;
    if (tip.element.getAttribute('aria-label') === tip.text) return;
    tip.element.setAttribute('aria-describedby', id);
    return () => tip.element.removeAttribute('aria-describedby');
  }, [tip, id]);

  if (!tip?.element.isConnected) return null;
  return (
    <div
      ref={ref}
      id={id}
      role="tooltip"
      className="float fixed z-90 max-w-80 rounded-2 px-2 py-1 text-12 break-words text-ink"
    >
      {tip.text}
    </div>
  );
}
