import { withoutClickhouse } from '../clickhouse';
import type { Fault } from '../fault';

export const fault: Fault = {
  name: 'clickhouse-frozen',
  promises: 'ClickHouse stops answering without a word: the same as where it is gone, within 20 s.',
  stores: ['embedded', 'postgres'],
  short: ['postgres'],
  run: (scene) =>
    withoutClickhouse(
      scene,
      scene.either(3, 1),
      (engine) => engine.signal('SIGSTOP'),
      (engine) => engine.signal('SIGCONT'),
    ),
};
