import { runtimePart } from '@/lib/runtime/part';
import { CallLog } from './call-log';
import { KeyRate } from './rate-limit';

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    keyCalls: CallLog;
    keyRate: KeyRate;
  }
}

export const keyCalls = runtimePart({
  name: 'keyCalls',
  open: ({ store, metrics, log }) => new CallLog(store, metrics, log),
  close: (calls) => calls.close(),
});

export const keyRate = runtimePart({ name: 'keyRate', open: () => new KeyRate() });
