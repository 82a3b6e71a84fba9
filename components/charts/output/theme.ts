/** Colours a chart draws with, by token name; read from the page's CSS once per theme switch. */
export type ChartTheme = {
  color: (token: string) => string;
  area: number;
  font: string;
  /** Decals and dashes carry the difference of series as well: asked for by the system's forced colours. */
  isForced: boolean;
};

/** Reads the tokens as they apply to `element`, so that an island with its own theme draws in its own colours. */
export function readTheme(element: Element): ChartTheme {
  const style = getComputedStyle(element);
  const cache = new Map<string, string>();
  const read = (name: string) => {
    const known = cache.get(name);
    if (known !== undefined) return known;
    const value = style.getPropertyValue(`--${name}`).trim();
    cache.set(name, value);
    return value;
  };
  return {
    color: (token) => read(token) || 'currentColor',
    area: Number(read('chart-area')) || 0.14,
    font: style.fontFamily || 'sans-serif',
    isForced: window.matchMedia('(forced-colors: active)').matches,
  };
}
