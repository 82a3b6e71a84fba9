/** The route of what is shown at an address that leads to no page, as Next calls it. */
export const NOWHERE = '/_not-found';
