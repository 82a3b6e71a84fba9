import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault';
import { Writers } from '../writers';

/** Within which everybody is answered, whatever PostgreSQL does. */
const ANSWER_MS = 45_000;
const BACK_MS = 20_000;

export const fault: Fault = {
  name: 'postgres-frozen',
  promises: 'PostgreSQL stops answering without a word: 503 within 45 s, and all goes on once it answers again.',
  stores: ['postgres'],
  async run(scene) {
    const server = await scene.start();
    const writers = new Writers(4, () => server);
    await writers.wrote(20);
    const { postgres } = scene;
    scene.cleanup(() => postgres.thaw());
    postgres.freeze();
    const asked = Promise.all(
      ['/api/guard/policies', '/readyz', '/healthz'].map((path) => server.call('GET', path, { as: 'acme-root' })),
    );
    await pause(scene.either(60_000, 4_000));
    if (!scene.isShort) {
      for (const [i, { status, ms }] of (await asked).entries()) {
        scene.expect(status === (i === 2 ? 200 : 503), `a request is answered with 503, not ${status}`);
        scene.expect(
          ms < ANSWER_MS,
          `a request is answered within ${ANSWER_MS / 1000} s, not ${Math.round(ms / 1000)}`,
        );
      }
      scene.expect(writers.ledger.count(503) > 0, 'writes are answered with 503');
    }
    postgres.thaw();
    await server.ready(BACK_MS);
    await writers.wrote(20, BACK_MS);
    await asked;
    await writers.stop();
    await scene.settle(server);
    scene.figure('slowest write', `${Math.round(Math.max(...writers.ledger.latencies))} ms`);
    scene.figure('refused', writers.ledger.count(503));
    scene.expectNone(writers.ledger.unexpected([503]));
    await scene.expectWhole(writers.ledger);
  },
};
