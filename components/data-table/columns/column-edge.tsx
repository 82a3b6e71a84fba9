'use client';

import { type PointerEvent, useRef } from 'react';
import { widthWithin } from './table-settings';

/**
 * The right edge of a column's head: dragging it sets the width, a double click gives it up. While it is dragged only
 * the head changes; the rows are drawn again once. By keyboard the menu of columns does it.
 */
export function ColumnEdge({ onWidth }: { onWidth: (px: number | null) => void }) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (event: PointerEvent) =>
    from.current ? widthWithin(from.current.width + event.clientX - from.current.x) : null;
  const headOf = (event: PointerEvent) => event.currentTarget.closest('th');
  return (
    <span
      aria-hidden="true"
      className="column-edge"
      onPointerDown={(event) => {
        const head = headOf(event);
        if (!head || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: head.offsetWidth };
      }}
      onPointerMove={(event) => {
        const head = headOf(event);
        const width = widthAt(event);
        if (head && width !== null) Object.assign(head.style, { minWidth: `${width}px`, maxWidth: `${width}px` });
      }}
      onPointerUp={(event) => {
        const width = widthAt(event);
        const wasMoved = from.current !== null && from.current.x !== event.clientX;
        from.current = null;
        if (wasMoved && width !== null) onWidth(width);
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
      onDoubleClick={() => onWidth(null)}
    />
  );
}
