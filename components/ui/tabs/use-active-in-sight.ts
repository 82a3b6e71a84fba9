import { useEffect, useRef } from 'react';

/**
 * For a row of tabs that scrolls: the active one stays whole in sight while counts that come later make others wider.
 * Moves the row alone, never the page.
 */
export function useActiveInSight() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    const watch = new ResizeObserver(() => {
      const active = list.querySelector('[data-active]')?.getBoundingClientRect();
      if (!active) return;
      const { left, right } = list.getBoundingClientRect();
      list.scrollLeft += Math.min(0, active.left - left) + Math.max(0, active.right - right);
    });
    for (const tab of list.children) watch.observe(tab);
    return () => watch.disconnect();
  }, []);
  return ref;
}
