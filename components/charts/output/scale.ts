const NICE = [1, 2, 2.5, 5, 10];

export type Scale = { min: number; max: number; step: number };

/**
 * An axis of about `intervals` round steps over the values. Counts begin at 0; with `isFree` (latency, ratios) the axis
 * may begin higher. `unit` is what the labels are divided by, so that 1024-based steps are round as well. All-zero data
 * gets 0 to 1, never an axis without height.
 */
export function niceScale(
  values: readonly number[],
  options: { isFree?: boolean; unit?: number; isInteger?: boolean; intervals?: number } = {},
): Scale {
  const { isFree = false, unit = 1, isInteger = false, intervals = 3 } = options;
  const low = values.reduce((a, b) => Math.min(a, b), Infinity) / unit;
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity) / unit;
  if (!Number.isFinite(low) || (low === 0 && high === 0)) return { min: 0, max: unit, step: unit };
  const floor = isFree && low > 0 && low > high * 0.6 ? low : Math.min(0, low);
  const ceiling = high === floor ? floor + Math.max(1, Math.abs(floor) * 0.1) : Math.max(isFree ? high : 0, high);
  const step = niceStep((ceiling - floor) / intervals, isInteger && unit === 1);
  const tidy = (n: number) => Number((n * step).toPrecision(12)) * unit;
  return { min: tidy(Math.floor(floor / step + 1e-9)), max: tidy(Math.ceil(ceiling / step - 1e-9)), step: step * unit };
}

function niceStep(raw: number, isInteger: boolean): number {
  const size = 10 ** Math.floor(Math.log10(raw));
  const nice = (NICE.find((n) => n * size >= raw * 0.999) ?? 10) * size;
  return isInteger ? Math.max(1, Math.ceil(nice)) : nice;
}
