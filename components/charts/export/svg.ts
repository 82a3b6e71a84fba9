import { init } from '../canvas/echarts';
import { toOption } from '../output/option';
import { HEAD, hatches, LINE, legendOf, PAD, type Picture, subtitleOf } from './picture';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
/** Characters XML has no place for. */
const plain = (text: string) => escaped(text.replaceAll(/[^\P{Cc}\t\n]/gu, ' '));

/** The chart as scalable graphics with title, window and legend, in the colours of the theme it is seen in. */
export function toSvg(asSeen: Picture): Blob {
  // The library writes names of fonts into attributes as they are.
  const theme = { ...asSeen.theme, font: asSeen.theme.font.replaceAll('"', "'") };
  const picture = { ...asSeen, theme };
  const { model, context, width, height } = picture;
  const [w, h] = [width + PAD * 2, HEAD + height + PAD * 2 + LINE];
  const text = (value: string, x: number, y: number, size: number, token: string, weight = 400) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${escaped(theme.color(token))}">${plain(value)}</text>`;
  const legend: string[] = [];
  let x = PAD;
  const y = HEAD + PAD + height + LINE - 4;
  const pen = document.createElement('canvas').getContext('2d');
  if (pen) pen.font = `12px ${theme.font}`;
  for (const { label, token } of legendOf(model)) {
    legend.push(`<rect x="${x}" y="${y - 8}" width="8" height="8" fill="${escaped(theme.color(token))}"/>`);
    legend.push(text(label, x + 14, y, 12, 'text-2'));
    x += 30 + (pen?.measureText(label).width ?? label.length * 7);
  }
  const stripes = hatches(picture)
    .map((r) => `<rect x="${r.x}" y="${r.y}" width="${r.width}" height="${r.height}" fill="url(#open)"/>`)
    .join('');
  const panel = escaped(theme.color('panel'));
  return new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" font-family="${escaped(theme.font)}">`,
      `<defs><pattern id="open" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2.5" height="5" fill="${panel}" fill-opacity="0.75"/></pattern></defs>`,
      `<rect width="${w}" height="${h}" fill="${panel}"/>`,
      text(model.title, PAD, PAD + 12, 14, 'text', 600),
      text(subtitleOf(context), PAD, PAD + 30, 11, 'chart-label'),
      `<g transform="translate(${PAD} ${HEAD + PAD})">${drawing(picture)}${stripes}</g>`,
      ...legend,
      '</svg>',
    ],
    { type: 'image/svg+xml' },
  );
}

function drawing({ model, context, theme, width, height }: Picture): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  const option = toOption(model, context, { theme, width, height, hidden: new Set() });
  if (option) chart.setOption(option, { lazyUpdate: false });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
