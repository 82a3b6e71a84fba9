import { LineChart, PieChart } from 'echarts/charts';
import { GridComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';

// What Parapet draws and nothing else: legend, tooltip, pointer and zoom are HTML.
use([LineChart, PieChart, GridComponent, TitleComponent, SVGRenderer, CanvasRenderer]);

export { init };
