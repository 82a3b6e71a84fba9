import type { TooltipSide } from './tooltip';

export type Box = { left: number; top: number; width: number; height: number };
const GAP = 6;
const EDGE = 8;

/** Where a tooltip goes: beside its element, on the other side when there is no room, always within the window. */
export function placeTooltip(
  anchor: Box,
  tip: { width: number; height: number },
  side: TooltipSide,
  view: { width: number; height: number },
): { left: number; top: number } {
  const below = anchor.top + anchor.height + GAP;
  const above = anchor.top - tip.height - GAP;
  const after = anchor.left + anchor.width + GAP;
  const before = anchor.left - tip.width - GAP;
  const centred = {
    left: anchor.left + (anchor.width - tip.width) / 2,
    top: anchor.top + (anchor.height - tip.height) / 2,
  };
  const fitsBelow = below + tip.height <= view.height;
  const fitsAfter = after + tip.width <= view.width;
  const spot = {
    bottom: { left: centred.left, top: fitsBelow ? below : above },
    top: { left: centred.left, top: above >= 0 ? above : below },
    right: { left: fitsAfter ? after : before, top: centred.top },
    left: { left: before >= 0 ? before : after, top: centred.top },
  }[side];
  const within = (at: number, length: number, room: number) => Math.max(EDGE, Math.min(at, room - length - EDGE));
  return { left: within(spot.left, tip.width, view.width), top: within(spot.top, tip.height, view.height) };
}
