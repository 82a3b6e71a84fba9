/** Said on the window when the router begins to go to another address, which is its detail. */
export const NAVIGATION = 'parapet-navigation';

declare global {
  interface WindowEventMap {
    [NAVIGATION]: CustomEvent<string>;
  }
}
