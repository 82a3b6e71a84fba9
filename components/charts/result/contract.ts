export {
  type BatchChartResult,
  type Cell,
  type ChartWindow,
  type Dimension,
  type Measure,
  RENDER_HINTS,
  type RenderHint,
  type Row,
} from '@/lib/analytics/charts/drawable';
