import { runtimePart } from '@/lib/runtime/part';
import { ChainChecks } from './chain-checks';

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    chainChecks: ChainChecks;
  }
}

export const chainChecks = runtimePart({
  name: 'chainChecks',
  open: ({ store, log, seal }) => new ChainChecks(store, log, seal),
  close: (checks) => checks.close(),
});
