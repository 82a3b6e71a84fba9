import type { Scene } from './scene';

export type StoreKind = 'embedded' | 'postgres';

/** Something that breaks beside Parapet or under it; a file below `faults/` exports it as `fault`. */
export type Fault = {
  /** As its file is called; for `--only`. */
  name: string;
  /** What holds meanwhile and afterwards, in one sentence. */
  promises: string;
  /** Where the configuration is while it is tried. */
  stores: readonly StoreKind[];
  /** Those of its short form, where the other says little new. */
  short?: readonly StoreKind[];
  run(scene: Scene): Promise<void>;
};
