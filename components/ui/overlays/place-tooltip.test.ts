import { describe, expect, it } from 'vitest';
import { placeTooltip } from './place-tooltip';

const view = { width: 400, height: 300 };
const tip = { width: 100, height: 20 };

describe('placeTooltip', () => {
  it('is centred below', () => {
    expect(placeTooltip({ left: 150, top: 100, width: 40, height: 20 }, tip, 'bottom', view)).toEqual({
      left: 120,
      top: 126,
    });
  });

  it('turns to the other side without room', () => {
    expect(placeTooltip({ left: 150, top: 270, width: 40, height: 20 }, tip, 'bottom', view).top).toBe(244);
    expect(placeTooltip({ left: 350, top: 100, width: 40, height: 20 }, tip, 'right', view).left).toBe(244);
  });

  it('stays within the window', () => {
    expect(placeTooltip({ left: 0, top: 0, width: 20, height: 20 }, tip, 'bottom', view).left).toBe(8);
    expect(placeTooltip({ left: 390, top: 0, width: 10, height: 20 }, tip, 'bottom', view).left).toBe(292);
  });
});
