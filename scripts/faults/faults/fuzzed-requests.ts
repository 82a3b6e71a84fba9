import type { Fault } from '../fault';
import { Fuzzers } from '../fuzzers';

const AT_ONCE = 8;

export const fault: Fault = {
  name: 'fuzzed-requests',
  promises:
    '50,000 requests made at random to every operation, some of them no HTTP: answered as the document says, without 500; chains and revisions stay whole.',
  stores: ['embedded', 'postgres'],
  short: ['embedded'],
  async run(scene) {
    const server = await scene.start({ TRUSTED_PROXIES: '127.0.0.0/8' });
    const fuzzers = await Fuzzers.open(scene, server);
    await fuzzers.send(scene.either(50_000, 400), AT_ONCE);
    for (const [name, value] of Object.entries(fuzzers.figures())) scene.figure(name, value);
    scene.expectNone([...fuzzers.broken]);
    scene.expect(server.isAlive, 'the process lives');
    await server.ready();
    await scene.expectSound();
  },
};
