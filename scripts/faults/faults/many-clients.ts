import { Contended } from '../contended';
import type { Fault } from '../fault';
import { Ledger } from '../ledger';
import type { Server } from '../server';
import { Writer } from '../writers';

const CLIENTS = 16;
/** Objects of a kind that each client has of its own. */
const KEPT = 6;

export const fault: Fault = {
  name: 'many-clients',
  promises:
    '16 clients with 5,000 mixed operations each, half of them on what all change at once: no rule is broken and no write lost.',
  stores: ['embedded', 'postgres'],
  async run(scene) {
    const names = scene.store === 'postgres' ? ['a', 'b'] : ['data'];
    const servers = await Promise.all(names.map((name) => scene.start({}, name)));
    const [first, last] = [servers[0] as Server, servers.at(-1) as Server];
    const server = (client: number) => (client % 2 === 0 ? first : last);
    const ledger = new Ledger();
    const contended = await Contended.create(server, ledger);
    const operations = scene.either(5_000, 40);
    const began = performance.now();
    const client = async (i: number) => {
      const writer = new Writer(i, () => server(i), ledger, KEPT);
      for (let n = 0; n < operations; n++) await (n % 2 === 0 ? writer.step() : contended.step(i));
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(i)));
    const seconds = (performance.now() - began) / 1000;
    scene.figure('operations', CLIENTS * operations);
    scene.figure('a second', Math.round((CLIENTS * operations) / seconds));
    scene.figure('refused to whoever came second', contended.refused);
    scene.expectNone(await contended.broken());
    await scene.settle(first);
    scene.expectNone(ledger.unexpected([]));
    await scene.expectWhole(ledger);
  },
};
