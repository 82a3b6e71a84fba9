/** What the exit code says; documented in docs/cli.md. */
export const EXIT = {
  failed: 1,
  usage: 2,
  auth: 3,
  forbidden: 4,
  not_found: 5,
  conflict: 6,
  rate_limit: 7,
  server: 8,
  network: 9,
  refused: 10,
  differs: 11,
  /** What shells say of a program that SIGPIPE ended. */
  unread: 141,
} as const;

/** Ends the command with a message and an exit code. */
export class Failure extends Error {
  constructor(
    readonly exit: number,
    message: string,
    /** Which error the server answered. */
    readonly err_key?: string,
  ) {
    super(message);
  }
}

/** The exit code of an error that the server answered. */
export function exitOf(status: number, category: string | undefined): number {
  if (category === 'conflict') return EXIT.conflict;
  if (status === 401) return EXIT.auth;
  if (status === 403) return EXIT.forbidden;
  if (status === 404) return EXIT.not_found;
  if (status === 429) return EXIT.rate_limit;
  return status >= 500 ? EXIT.server : EXIT.refused;
}
