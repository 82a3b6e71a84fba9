/** What certificates are called where objects of any kind are delivered. */
export const CERT = 'cert';

/** The job that takes a deleted certificate from its domains. */
export const UNBINDING = 'certs.unbind';

/** What audit rows call binding and unbinding. */
export const UNBIND_ACTION = 'guard.cert.edit';

/** certificate_type: a domain may have one of each (spec 4.5). */
export const STANDARD = 1;
export const SM2 = 2;

export const KEY_TYPES = ['RSA', 'EC', 'Ed25519', 'SM2'] as const;
export type KeyType = (typeof KEY_TYPES)[number];
