import { init } from '../canvas/echarts';
import { rangeText } from '../format/time-format';
import { toOption } from '../output/option';
import type { ChartTheme } from '../output/theme';
import { plotOf } from '../output/time-option';
import type { ChartContext, PartsModel, TimeModel } from '../prepare/model';

const SCALE = 2;
const HEAD = 48;
const LINE = 22;
const PAD = 16;
const NONE: ReadonlySet<string> = new Set();

type Picture = {
  model: TimeModel | PartsModel;
  context: ChartContext;
  theme: ChartTheme;
  width: number;
  height: number;
};

/** The chart as a picture with title, window and legend, in the colours of the theme it is seen in. */
export async function toPng(picture: Picture): Promise<Blob> {
  // canvas text drawn before its face has arrived would be set in another one
  await document.fonts.ready;
  const { model, context, theme, width, height } = picture;
  const legend = legendOf(model);
  const canvas = document.createElement('canvas');
  canvas.width = (width + PAD * 2) * SCALE;
  canvas.height = (HEAD + height + PAD * 2 + LINE) * SCALE;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.scale(SCALE, SCALE);
  pen.fillStyle = theme.color('panel');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  text(pen, model.title, PAD, PAD + 12, `600 14px ${theme.font}`, theme.color('text'));
  const range = context.window ? rangeText(context.window.stime, context.window.etime, context.tz) : '';
  text(pen, range, PAD, PAD + 30, `11px ${theme.font}`, theme.color('chart-label'));
  pen.drawImage(drawing(picture), PAD, HEAD + PAD, width, height);
  if (model.kind === 'time') hatch(pen, picture, model);
  let x = PAD;
  for (const { label, token } of legend) {
    const y = HEAD + PAD + height + LINE - 4;
    pen.fillStyle = theme.color(token);
    pen.fillRect(x, y - 8, 8, 8);
    text(pen, label, x + 14, y, `12px ${theme.font}`, theme.color('text-2'));
    x += 30 + pen.measureText(label).width;
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

const legendOf = (model: TimeModel | PartsModel): { label: string; token: string }[] =>
  model.kind === 'time' ? model.series : model.parts;

function drawing({ model, context, theme, width, height }: Picture): HTMLCanvasElement {
  const holder = document.createElement('div');
  const chart = init(holder, null, { renderer: 'canvas', width, height, devicePixelRatio: SCALE });
  const option = toOption(model, context, { theme, width, height, hidden: NONE });
  if (option) chart.setOption(option, { lazyUpdate: false });
  chart.getZr().flush();
  const canvas = chart.renderToCanvas({ pixelRatio: SCALE });
  chart.dispose();
  return canvas;
}

function text(pen: CanvasRenderingContext2D, value: string, x: number, y: number, font: string, color: string) {
  pen.font = font;
  pen.fillStyle = color;
  pen.fillText(value, x, y);
}

/** The stripes over open and partial buckets, which on the page are laid over the drawing. */
function hatch(pen: CanvasRenderingContext2D, { context, theme, width, height }: Picture, model: TimeModel) {
  const plot = plotOf(model, context, { theme, width, height, hidden: NONE });
  const from = model.buckets[0]?.start ?? 0;
  const span = (model.buckets.at(-1)?.end ?? 1) - from;
  const x = (at: number) => PAD + plot.left + ((at - from) / span) * (width - plot.left - plot.right);
  pen.save();
  pen.beginPath();
  for (const bucket of model.buckets.filter((b) => b.isHatched)) {
    pen.rect(x(bucket.start), HEAD + PAD + plot.top, x(bucket.end) - x(bucket.start), height - plot.top - plot.bottom);
  }
  pen.clip();
  pen.strokeStyle = theme.color('panel');
  pen.globalAlpha = 0.75;
  pen.lineWidth = 2.5;
  for (let at = -height; at < width + height; at += 7) {
    pen.beginPath();
    pen.moveTo(PAD + at, HEAD + PAD + height);
    pen.lineTo(PAD + at + height, HEAD + PAD);
    pen.stroke();
  }
  pen.restore();
}
