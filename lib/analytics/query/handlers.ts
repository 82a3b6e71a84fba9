import { bind } from '@/lib/api/bind';
import { analytics } from './contract';
import * as service from './service';

export const handlers = bind(analytics, {
  glossary: (ctx) => service.glossary(ctx),
  batch: (ctx, { body }) => service.readCharts(ctx, body.page, body),
  pageBatch: (ctx, { params, body }) => service.readPageCharts(ctx, params.page, body),
  chart: (ctx, { params, query }) => service.readChart(ctx, params.page, params.chart, query),
  export: (ctx, { body }) => service.exportCharts(ctx, body),
});
