import { expect, it } from 'vitest';
import type { OriginGroup } from '@/lib/guard/origin-groups/contract';
import { takingOf } from './taking';

const group = (group_id: number, nodes: string[], origins: string[]): OriginGroup => ({
  group_id,
  name: `g${group_id}`,
  is_default: group_id === 1,
  node_list: nodes.map((node_id) => ({ node_id, name: node_id.toUpperCase(), line: 1, ipv6: false })),
  src_list: origins.map((src_ip) => ({ src_ip, line: 'default', ipv6: false })),
  utime: 0,
});
const groups = [group(1, ['a', 'b'], ['1']), group(2, ['c', 'd'], ['2', '3'])];
const said = (node_ids: string[], src_ips: string[]) =>
  takingOf(groups, { node_ids, src_ips }).map(({ group: { name }, nodes, origins, isDeleted }) => [
    name,
    nodes.join(),
    origins.join(),
    isDeleted,
  ]);

it('says what is taken from which group, and which group that ends', () => {
  expect(said([], [])).toEqual([]);
  expect(said(['a', 'b'], ['1'])).toEqual([['g1', 'A,B', '1', false]]);
  expect(said(['a', 'c'], ['2'])).toEqual([
    ['g1', 'A', '', false],
    ['g2', 'C', '2', false],
  ]);
  expect(said(['c', 'd'], ['2'])).toEqual([['g2', 'C,D', '2', true]]);
  expect(said(['c'], ['2', '3'])).toEqual([['g2', 'C', '2,3', true]]);
});
