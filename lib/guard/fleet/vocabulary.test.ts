import { describe, expect, it } from 'vitest';
import { concernsOf, type NodeHealth } from './vocabulary';

const NOW = 1_700_000_000_000;
const DAY = 86_400_000;
const well: NodeHealth = {
  ...{ agent_version: '1', nginx_version: '1.22.1', load: 0.2, worker_bytes: 1e7, agent_bytes: 1e7 },
  ...{ disk_free: 80, disk_size: 100, unsent_bytes: 0, certificates: [], origins: [], failing_origins: 0 },
  ...{ failed_upgrade: null, failed_round: null, nginx_memory: null },
  ...{ said_at: NOW, clock_off_ms: 0 },
};
const concerns = (health: Partial<NodeHealth>) =>
  Object.fromEntries(concernsOf({ ...well, ...health }, NOW).map(({ what, severity }) => [what, severity]));
const endsIn = (days: number) => concerns({ certificates: [{ id: 1, ends_at: NOW + days * DAY }] });

describe('what is wrong with a node', () => {
  it('is nothing where figures are usual', () => {
    expect(concerns({})).toEqual({});
    expect(endsIn(15)).toEqual({});
    expect(concerns({ clock_off_ms: -5_000 })).toEqual({});
  });

  it('is each figure beyond its bound, in both directions of the clock', () => {
    expect(concerns({ disk_free: 10 })).toEqual({ disk: 'warning' });
    expect(concerns({ disk_free: 1 })).toEqual({ disk: 'bad' });
    expect(concerns({ clock_off_ms: -5_001 })).toEqual({ clock: 'warning' });
    expect(concerns({ clock_off_ms: 61_000 })).toEqual({ clock: 'bad' });
    expect(endsIn(13)).toEqual({ certificate: 'warning' });
    expect(endsIn(-1)).toEqual({ certificate: 'bad' });
    expect(concerns({ worker_bytes: 3e9, load: 1.5 })).toEqual({ memory: 'bad', load: 'warning' });
    expect(concerns({ unsent_bytes: 1e8 })).toEqual({ unsent: 'warning' });
    expect(concerns({ failing_origins: 1 })).toEqual({ origin: 'bad' });
    expect(concerns({ failed_upgrade: { version: 'v2.0.0-1', reason: 'x', at: 1 } })).toEqual({ upgrade: 'warning' });
    expect(concerns({ failed_round: { reason: 'x', since: 1 } })).toEqual({ round: 'bad' });
  });
});
