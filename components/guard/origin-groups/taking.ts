import type { OriginGroup } from '@/lib/guard/origin-groups/contract';

/** What a new group takes from one that is there. */
export type Taking = {
  group: OriginGroup;
  nodes: string[];
  origins: string[];
  /** The group would be left without nodes or without origins, so it goes, and the rest falls back to the default one. */
  isDeleted: boolean;
};

/** What a new group of these nodes and origins takes from which group (spec 4.5), groups it leaves alone left out. */
export function takingOf(
  groups: readonly OriginGroup[],
  chosen: { node_ids: readonly string[]; src_ips: readonly string[] },
): Taking[] {
  return groups.flatMap((group) => {
    const nodes = group.node_list.filter(({ node_id }) => chosen.node_ids.includes(node_id));
    const origins = group.src_list.filter(({ src_ip }) => chosen.src_ips.includes(src_ip));
    if (nodes.length === 0 && origins.length === 0) return [];
    const isDeleted =
      !group.is_default && (nodes.length === group.node_list.length || origins.length === group.src_list.length);
    return [
      { group, nodes: nodes.map((node) => node.name), origins: origins.map((origin) => origin.src_ip), isDeleted },
    ];
  });
}
