import { whenOnline } from '@/components/ui/states/when-online';
import { toOption } from '../output/option';
import type { ChartTheme } from '../output/theme';
import { type Drawn, hatches, type Picture, sheetOf } from './picture';
import { isWords, type Shape, type WidthOf } from './shape';
import { widthIn } from './width';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
/** Characters XML has no place for. */
const plain = (text: string) => escaped(text.replaceAll(/[^\P{Cc}\t\n]/gu, ' '));

/** The chart as scalable graphics with title, window and legend, in the colours of the theme it is seen in. */
export async function toSvg(asSeen: Picture): Promise<Blob> {
  await document.fonts.ready;
  // The library writes names of fonts into attributes as they are.
  const theme = { ...asSeen.theme, font: asSeen.theme.font.replaceAll('"', "'") };
  const picture = { ...asSeen, theme };
  const widthOf = widthIn(asSeen.theme.font);
  const { width, height, shapes, drawn } = sheetOf(picture, widthOf);
  const panel = escaped(theme.color('panel'));
  return new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${escaped(theme.font)}">`,
      `<defs><pattern id="open" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2.5" height="5" fill="${panel}" fill-opacity="0.75"/></pattern></defs>`,
      `<rect width="${width}" height="${height}" fill="${panel}"/>`,
      ...shapes.map((shape) => written(shape, theme, widthOf)),
      ...(drawn ? [await drawing(drawn, picture), ...stripes(drawn, picture)] : []),
      '</svg>',
    ],
    { type: 'image/svg+xml' },
  );
}

/** A shape as an element. Words keep the width they were laid out with: whoever opens the file may not have their font. */
export function written(shape: Shape, theme: Pick<ChartTheme, 'color'>, widthOf: WidthOf): string {
  const at = `x="${shape.x}" y="${shape.y}" fill="${escaped(theme.color(shape.token))}"`;
  if (!isWords(shape)) return `<rect ${at} width="${shape.width}" height="${shape.height}"/>`;
  const { text, size, weight = 400 } = shape;
  const anchor = shape.isRight ? ' text-anchor="end"' : '';
  const long = widthOf(text, size, weight).toFixed(1);
  const fixed = text.length > 1 ? ` textLength="${long}" lengthAdjust="spacingAndGlyphs"` : '';
  return `<text ${at} font-size="${size}" font-weight="${weight}"${anchor}${fixed}>${plain(text)}</text>`;
}

async function drawing({ model, box }: Drawn, { context, theme }: Picture): Promise<string> {
  const { init } = await whenOnline(() => import('../canvas/echarts'))();
  const { x, y, width, height } = box;
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  const option = toOption(model, context, { theme, width, height, hidden: new Set() });
  if (option) chart.setOption(option, { lazyUpdate: false });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `<g transform="translate(${x} ${y})">${svg}</g>`;
}

const stripes = (drawn: Drawn, picture: Picture): string[] =>
  hatches(drawn, picture).map(
    (r) => `<rect x="${r.x}" y="${r.y}" width="${r.width}" height="${r.height}" fill="url(#open)"/>`,
  );
