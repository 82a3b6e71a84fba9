/** Tables that are not in a backup: worth nothing later, or better made anew. Documented in docs/backup.md. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  // Whoever was locked out or changed a password since must not get back in with an old session.
  'sessions',
  // How much of its rate a key used, who misnamed a password, and sign-ins in vain count for minutes.
  'api_key_rates',
  'sign_in_failures',
  'wrong_proofs',
  // A restored log is verified from its first row, whatever was believed of the one it was copied from.
  'chain_checks',
]);
