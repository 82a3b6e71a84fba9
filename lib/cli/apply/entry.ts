/** Kinds of object that files describe; what belongs to a policy or a domain is written in its file. */
export type PartKind = 'cc_rule' | 'acl_rule' | 'waf_group' | 'brute_force_rule' | 'forward';
export type Kind = 'policy' | 'list' | 'domain' | PartKind;

export type Fields = Record<string, unknown>;
/** Addresses of a list, each in its one written form, and whether it is enabled. */
export type Addresses = ReadonlyMap<string, boolean>;

/** An object as files say it: without ids, and with names of what it refers to. */
export type Entry = {
  kind: Kind;
  /** By what it is known among those of its kind: its name, or what else tells it apart. */
  key: string;
  fields: Fields;
  /** What belongs to it, in order; a kind that a file leaves out is left as it is. */
  parts: { [K in PartKind]?: Entry[] };
  addresses?: Addresses;
  /** What the server says of it beyond its fields; undefined of what only a file has. */
  live?: Live;
};

export type Live = { id: string; owner: string; utime?: number; services?: readonly string[] };
