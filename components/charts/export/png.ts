import { whenOnline } from '@/components/ui/states/when-online';
import { toOption } from '../output/option';
import { type Drawn, hatches, type Picture, sheetOf } from './picture';
import { isWords, type Shape } from './shape';
import { widthIn } from './width';

const SCALE = 2;

/** The chart as a picture with title, window and legend, in the colours of the theme it is seen in. */
export async function toPng(picture: Picture): Promise<Blob> {
  // canvas text drawn before its face has arrived would be set in another one
  await document.fonts.ready;
  const { theme } = picture;
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  const sheet = sheetOf(picture, widthIn(theme.font));
  canvas.width = sheet.width * SCALE;
  canvas.height = sheet.height * SCALE;
  pen.scale(SCALE, SCALE);
  pen.fillStyle = theme.color('panel');
  pen.fillRect(0, 0, sheet.width, sheet.height);
  for (const shape of sheet.shapes) paint(pen, shape, picture);
  if (sheet.drawn) {
    const { x, y, width, height } = sheet.drawn.box;
    pen.drawImage(await drawing(sheet.drawn, picture), x, y, width, height);
    hatch(pen, sheet.drawn, picture);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

function paint(pen: CanvasRenderingContext2D, shape: Shape, { theme }: Picture) {
  pen.fillStyle = theme.color(shape.token);
  if (!isWords(shape)) {
    pen.fillRect(shape.x, shape.y, shape.width, shape.height);
    return;
  }
  pen.font = `${shape.weight ?? 400} ${shape.size}px ${theme.font}`;
  pen.textAlign = shape.isRight ? 'right' : 'left';
  pen.fillText(shape.text, shape.x, shape.y);
}

async function drawing({ model, box }: Drawn, { context, theme }: Picture): Promise<HTMLCanvasElement> {
  const { init } = await whenOnline(() => import('../canvas/echarts'))();
  const { width, height } = box;
  const holder = document.createElement('div');
  const chart = init(holder, null, { renderer: 'canvas', width, height, devicePixelRatio: SCALE });
  const option = toOption(model, context, { theme, width, height, hidden: new Set() });
  if (option) chart.setOption(option, { lazyUpdate: false });
  chart.getZr().flush();
  const canvas = chart.renderToCanvas({ pixelRatio: SCALE });
  chart.dispose();
  return canvas;
}

/** The stripes over open and partial buckets. */
function hatch(pen: CanvasRenderingContext2D, drawn: Drawn, picture: Picture) {
  const { x, y, width, height } = drawn.box;
  pen.save();
  pen.beginPath();
  for (const box of hatches(drawn, picture)) pen.rect(box.x, box.y, box.width, box.height);
  pen.clip();
  pen.strokeStyle = picture.theme.color('panel');
  pen.globalAlpha = 0.75;
  pen.lineWidth = 2.5;
  for (let at = -height; at < width + height; at += 7) {
    pen.beginPath();
    pen.moveTo(x + at, y + height);
    pen.lineTo(x + at + height, y);
    pen.stroke();
  }
  pen.restore();
}
