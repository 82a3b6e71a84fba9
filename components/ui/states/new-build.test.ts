// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadForNewBuild } from './new-build';

const gone = Object.assign(new Error('Failed to load chunk /_next/static/chunks/a.js'), { name: 'ChunkLoadError' });

beforeEach(() => sessionStorage.clear());
afterEach(() => void vi.restoreAllMocks());

it('loads the page anew where a file of its build is gone, once', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  expect(reloadForNewBuild(gone)).toBe(true);
  expect(reloadForNewBuild(gone)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('lets every other failure through', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  expect(reloadForNewBuild(new Error('broken'))).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
