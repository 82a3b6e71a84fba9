/** A backup or a restore that cannot be done; the message is one line saying why. */
export class BackupError extends Error {}
