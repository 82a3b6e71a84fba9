const RELOADED_AT = 'reloaded-at';
/** How long a page that was loaded anew for a missing file is not loaded anew for another. */
const ONCE_MS = 60_000;

/** A file of the page's own build is not served: after an upgrade the old ones are gone. */
const isGone = (error: unknown) => error instanceof Error && error.name === 'ChunkLoadError';

/** A page asks for several files at once, and all of them are gone. */
let isLoading = false;

/** Loads the page anew, at its address, where a tab is older than the build that is served; answers whether it does. */
export function reloadForNewBuild(error: unknown): boolean {
  if (!isGone(error)) return false;
  if (isLoading) return true;
  const before = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - before < ONCE_MS) return false;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  isLoading = true;
  location.reload();
  return true;
}
