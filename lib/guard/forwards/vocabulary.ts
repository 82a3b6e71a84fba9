/** What audit rows and revisions call port forwards. */
export const FORWARD = 'forward';

/** schema (spec 2.9): the protocol whose port is forwarded. */
export const TCP = 3;
export const UDP = 4;
export const PROTOCOLS: Readonly<Record<number, string>> = { [TCP]: 'TCP', [UDP]: 'UDP' };

/** status (spec 2.9). */
export const DISABLED = 1;
export const ENABLED = 2;

/** How connections are spread over the origin addresses. */
export const BALANCES = ['round_robin', 'ip_hash', 'least_conn'] as const;
