import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OriginGroup } from './contract';
import { settled } from './members';

const node = (n: number) => ({ node_id: `n${n}`, name: `Node ${n}`, line: 1, ipv6: false });
const source = (n: number) => ({ src_ip: `192.0.2.${n}`, line: 'default', ipv6: false });

/** Each node and each origin in one of four groups, the first of which is the default one. */
const groups = fc
  .tuple(fc.array(fc.nat(3), { maxLength: 6 }), fc.array(fc.nat(3), { maxLength: 6 }))
  .map(([nodes, sources]) =>
    [0, 1, 2, 3].map((group_id) => ({
      ...{ group_id, name: `G${group_id}`, is_default: group_id === 0, utime: 0 },
      node_list: nodes.flatMap((group, n) => (group === group_id ? [node(n)] : [])),
      src_list: sources.flatMap((group, n) => (group === group_id ? [source(n)] : [])),
    })),
  );

const idsOf = (all: readonly OriginGroup[]) => ({
  nodes: all.flatMap((group) => group.node_list.map(({ node_id }) => node_id)).sort(),
  sources: all.flatMap((group) => group.src_list.map(({ src_ip }) => src_ip)).sort(),
});

it('whoever reads groups in the midst of a change sees each node and origin once, and no empty group', () => {
  fc.assert(
    fc.property(groups, (all) => {
      const read = settled(all as unknown as OriginGroup[]);
      expect(idsOf(read)).toEqual(idsOf(all as unknown as OriginGroup[]));
      expect(read.filter((group) => group.is_default)).toHaveLength(1);
      const custom = read.filter((group) => !group.is_default);
      expect(custom.every((group) => group.node_list.length > 0 && group.src_list.length > 0)).toBe(true);
      // What is whole is as it was.
      for (const group of custom) expect(all).toContainEqual(group);
    }),
  );
});
