const EXPIRES_AFTER_MS = 30 * 24 * 3_600_000;

/**
 * Whom to tell of a weakness (RFC 9116). Where the operator named nobody it is the mailbox that RFC 2142 gives this
 * purpose at the console's own host.
 */
export function securityTxt(host: string, contact: string | undefined, now: number): string {
  const name = host.replace(/:\d+$/, '');
  return [
    `Contact: ${contact ?? `mailto:security@${name}`}`,
    `Expires: ${new Date(now + EXPIRES_AFTER_MS).toISOString()}`,
    'Preferred-Languages: en, zh',
    '',
  ].join('\n');
}
