import { init } from '../canvas/echarts';
import { toOption } from '../output/option';
import { HEAD, hatches, LINE, legendOf, PAD, type Picture, subtitleOf } from './picture';

const SCALE = 2;
const NONE: ReadonlySet<string> = new Set();

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
  text(pen, subtitleOf(context), PAD, PAD + 30, `11px ${theme.font}`, theme.color('chart-label'));
  pen.drawImage(drawing(picture), PAD, HEAD + PAD, width, height);
  hatch(pen, picture);
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

/** The stripes over open and partial buckets. */
function hatch(pen: CanvasRenderingContext2D, picture: Picture) {
  const { theme, width, height } = picture;
  pen.save();
  pen.beginPath();
  for (const box of hatches(picture)) pen.rect(PAD + box.x, HEAD + PAD + box.y, box.width, box.height);
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
