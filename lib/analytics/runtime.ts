import { runtimePart } from '@/lib/runtime/part';
import { type Analytics, openAnalytics } from './open';

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    analytics: Analytics;
  }
}

export const analytics = runtimePart({
  name: 'analytics',
  open: openAnalytics,
  close: (opened) => opened.close(),
});
