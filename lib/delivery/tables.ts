import type { Generated } from 'kysely';

declare module '@/lib/db/tables' {
  interface Tables {
    /** Immutable; numbered from 1 in each object without gaps. */
    artefacts: ArtefactRow;
    /** Every change that an artefact brought to the nodes. */
    artefact_causes: CauseRow & { artefact_id: number };
    /** The last artefact of each object; whoever makes the next one locks it. */
    artefact_heads: Head & { artefact_id: number; ctime: number };
    /** What objects refer to in their last artefact (`until` 0), and did before. */
    artefact_refs: { kind: string; object_id: string; to_kind: string; to_id: string; since: number; until: number };
    /** Which artefact of an object a node should run since which revision of its; number 0: none any more. */
    desired: { node_id: string; kind: string; object_id: string; number: number; revision: number; ctime: number };
    /** How far each node's desired state has come, and how far it says it is. */
    node_revisions: { node_id: string; revision: number; reported_revision: number; reported_at: number };
    /** What a node says it runs of an object, and what of it failed; number 0 is none. */
    running: RunningRow;
  }
}

export type ArtefactRow = {
  id: Generated<number>;
  kind: string;
  object_id: string;
  number: number;
  hash: string;
  /** JSON, keys in order. */
  content: string;
  label: string;
  ctime: number;
};

export type CauseRow = { audit_id: number; action: string; actor_id: string; actor_name: string; ctime: number };

export type Head = { kind: string; object_id: string; number: number; hash: string };

export type RunningRow = {
  node_id: string;
  kind: string;
  object_id: string;
  number: number;
  since: number;
  failed_number: number;
  failed_since: number;
  /** The node's own words. */
  failure: string;
};
