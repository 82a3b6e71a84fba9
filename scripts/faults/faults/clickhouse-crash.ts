import { withoutClickhouse } from '../clickhouse';
import type { Fault } from '../fault';

export const fault: Fault = {
  name: 'clickhouse-crash',
  promises:
    'ClickHouse is killed and comes back: configuration goes on, charts say so, batches wait and are stored once.',
  stores: ['embedded', 'postgres'],
  short: ['postgres'],
  run: (scene) =>
    withoutClickhouse(
      scene,
      scene.either(10, 1),
      (engine) => engine.end(),
      (engine) => engine.begin(),
    ),
};
