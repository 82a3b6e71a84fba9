import { runtimePart } from '@/lib/runtime/part';
import { NodePolls } from './polls';

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    nodePolls: NodePolls;
  }
}

export const nodePolls = runtimePart({ name: 'nodePolls', open: () => new NodePolls() });
