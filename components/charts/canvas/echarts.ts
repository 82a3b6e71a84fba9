import { LineChart, PieChart } from 'echarts/charts';
import { GridComponent, TitleComponent } from 'echarts/components';
import { init, setPlatformAPI, use } from 'echarts/core';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';

// What Parapet draws and nothing else: legend, tooltip, pointer and zoom are HTML.
use([LineChart, PieChart, GridComponent, TitleComponent, SVGRenderer, CanvasRenderer]);

/** What ECharts measures to learn a line's height. */
const WIDE = '国';
const pen = document.createElement('canvas').getContext('2d');
let penFont = '';

/** As ECharts measures, but for `WIDE`, which is as wide as its font is large: asking would load the fonts of all Han. */
function measureText(text: string, font = '12px sans-serif'): { width: number } {
  if (text === WIDE || !pen) return { width: Number(/([\d.]+)px/.exec(font)?.[1]) };
  if (font !== penFont) pen.font = font;
  penFont = font;
  return pen.measureText(text);
}
setPlatformAPI({ measureText });

export { init };
