let isUnderWay = false;

/** Whether somebody is signing out: a request that is refused meanwhile must not lead them back to where they were. */
export const isSigningOut = (): boolean => isUnderWay;

export function setSigningOut(isNow: boolean): void {
  isUnderWay = isNow;
}
