import type { Attack } from '../attack';

const SETS = '/api/guard/bwlist/sets';
/** Calls at once for each second that the attack may last, up to as many as were seen to stop everybody. */
const AT_ONCE_A_SECOND = 4;
const MAX_AT_ONCE = 24;
const ITEMS = 10_000;
const MAX_ROUNDS = 8;

const items = <T>(of: (i: number) => T): T[] => Array.from({ length: ITEMS }, (_, i) => of(i));

/** As long as an address can be written. */
const longest = (net: number, i: number) =>
  `2001:0db8:${net.toString(16).padStart(4, '0')}:0000:0000:0000:0000:${i.toString(16).padStart(4, '0')}/128`;

/** Bodies that are as large as their endpoints take, by the end of their path. */
const bodies: readonly { path: string; body: (net: number) => object }[] = [
  { path: '', body: (net) => ({ ips: items((i) => ({ ip_addr: `10.${net % 256}.${i >> 8}.${i & 255}` })) }) },
  { path: '', body: (net) => ({ ips: items((i) => ({ ip_addr: longest(net, i), status: true })) }) },
  { path: '', body: (net) => ({ ips: [{ ip_addr: 'a:'.repeat(500_000 + net) }] }) },
  { path: '/known', body: (net) => ({ ips: items((i) => `10.${net % 256}.${i >> 8}.${i & 255}`) }) },
  { path: '/status', body: (net) => ({ ip_ids: items((i) => net + i + 1), status: net % 2 === 0 }) },
  { path: '/status', body: (net) => ({ ip_ids: 'MA'.repeat(500_000 + net), status: true }) },
  { path: '/delete', body: (net) => ({ ip_ids: items((i) => 1_000_000 + net + i) }) },
  { path: '', body: () => ({ ips: Array.from({ length: 60_000 }, () => ({})) }) },
  { path: '', body: () => Object.fromEntries(items((i) => [`a key of its own, number ${i}`, [[[]]]])) },
];

export const attack: Attack = {
  name: 'large-batches',
  promises: 'Large bodies that one tenant sends at once keep nobody else waiting.',
  async run(target) {
    const set = await target.call('POST', SETS, { as: 'acme-root', body: { name: 'Flooded', ip_set_type: 1 } });
    const batch = `${SETS}/${set.body.data.id}/ips/batch`;
    const atOnce = Math.min(MAX_AT_ONCE, Math.ceil(target.seconds * AT_ONCE_A_SECOND));
    for (let round = 0; target.goesOn() && round < MAX_ROUNDS; round++) {
      const sent = Array.from({ length: atOnce }, async (_, i) => {
        const { path, body } = bodies[(round * atOnce + i) % bodies.length] ?? { path: '', body: () => ({}) };
        const raw = JSON.stringify(body(round * atOnce + i));
        const answer = await target.call('POST', batch + path, { as: 'acme-root', raw });
        target.expectAnswer(answer, [200, 201, 400, 404], path || 'a batch');
      });
      await Promise.all(sent);
    }
  },
};
