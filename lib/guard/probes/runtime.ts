import { runtimePart } from '@/lib/runtime/part';
import { isOwn, isRefused } from './addresses';
import { type Names, namesFrom } from './names';
import { Prober } from './prober';

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    names: Names;
    /** Ports on this machine that no probe may reach: the front server adds the one it listens on. */
    ownPorts: Set<number>;
    /** Tries origins. */
    prober: Prober;
  }
}

export const names = runtimePart({ name: 'names', open: ({ config }) => namesFrom(config.DNS_RESOLVERS) });

export const ownPorts = runtimePart({
  name: 'ownPorts',
  open: ({ config }) => new Set(config.DATABASE_URL ? [Number(new URL(config.DATABASE_URL).port || 5432)] : []),
});

export const prober = runtimePart({
  name: 'prober',
  after: ['names', 'ownPorts', 'queues'],
  open: (given) =>
    new Prober({
      names: given.names,
      queue: given.queues.probes,
      isForbidden: (address, port) => isRefused(address) || isOwn(address, port, given.ownPorts),
    }),
});
