/** The plan of the account has no room, whatever the field says. */
export const QUOTA_EXCEEDED = 'err.plan.quota_exceeded';
/** The session has ended. */
export const SIGNED_OUT = 'err.auth.required';

export const hasWayOut = (errKey: string | undefined): boolean => errKey === QUOTA_EXCEEDED || errKey === SIGNED_OUT;
