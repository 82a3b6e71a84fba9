// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const gone = Object.assign(new Error('Failed to load chunk /_next/static/chunks/a.js'), { name: 'ChunkLoadError' });

beforeEach(() => sessionStorage.clear());

/** The function as a page has it that was just loaded. */
async function onNewPage() {
  vi.resetModules();
  return (await import('./new-build')).reloadForNewBuild;
}

afterEach(() => void vi.restoreAllMocks());

it('loads the page anew where files of its build are gone, once', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const before = await onNewPage();
  expect([before(gone), before(gone)]).toEqual([true, true]);
  const after = await onNewPage();
  expect(after(gone)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('lets every other failure through', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const reloadForNewBuild = await onNewPage();
  expect(reloadForNewBuild(new Error('broken'))).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
