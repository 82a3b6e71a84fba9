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

/** Red, green and blue of `#rgb` or `#rrggbb`: a minifier may have shortened the token. */
function channels(color: string): number[] | null {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(color)?.[1];
  if (hex === undefined) return null;
  const pairs = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
  return pairs.map((pair) => parseInt(pair, 16));
}

/** `share` of a colour over the panel, as one opaque colour: layers painted over each other must not shine through. */
export function overPanel(theme: ChartTheme, token: string, share: number): string {
  const front = channels(theme.color(token));
  const back = channels(theme.color('panel'));
  if (!front || !back) return theme.color(token);
  const mixed = front.map((value, i) => Math.round(value * share + (back[i] ?? 0) * (1 - share)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
