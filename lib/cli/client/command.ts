/** What a flag's text becomes in the request. */
export type Kind = 'text' | 'number' | 'boolean' | 'json' | 'texts' | 'numbers' | 'objects';

/** A field of the query or the body, which `--flag` sets. */
export type Field = {
  name: string;
  flag: string;
  place: 'query' | 'body';
  kind: Kind;
  required: boolean;
  values?: string[];
};

/** One subcommand, as it is derived from one endpoint. */
export type Command = {
  resource: string;
  verb: string;
  method: string;
  path: string;
  summary: { en: string; zh: string };
  /** Path parameters in the order of the path: what is written after the verb. */
  ids: string[];
  fields: Field[];
  takesBody: boolean;
  /** Answers a raw stream instead of the envelope. */
  raw: boolean;
};

/** Flags that every command takes; `true` for those without a value. */
export const GLOBAL_FLAGS: Readonly<Record<string, boolean>> = {
  help: true,
  all: true,
  output: false,
  columns: false,
  body: false,
  lang: false,
  profile: false,
  server: false,
  timeout: false,
  'api-key-file': false,
};

/** Flags without a value that some command beside the endpoints has. */
export const SWITCHES: readonly string[] = ['prune', 'yes'];

/** Flags of one letter. */
export const SHORT: Readonly<Record<string, string>> = { '-h': 'help', '-o': 'output', '-f': 'folder' };

/** Other names of resources. */
export const ALIASES: Readonly<Record<string, string>> = { certificates: 'certs', keys: 'api-keys', lists: 'bwlist' };
