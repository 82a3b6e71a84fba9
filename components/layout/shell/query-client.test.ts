import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api/client';
import { setSigningOut } from '../account/signing-out';
import { forgetUnsaved, markUnsaved } from '../page/unsaved';
import { makeQueryClient } from './query-client';

const assign = vi.fn();

beforeEach(() => {
  vi.stubGlobal('window', {
    location: { assign, pathname: '/analytics/overview', search: '?window=24h', hash: '#d=1' },
  });
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(() => {
  setSigningOut(false);
  forgetUnsaved();
  assign.mockReset();
  vi.unstubAllGlobals();
});

async function turnedAway(): Promise<void> {
  const envelope = {
    code: 1020,
    message: 'Sign in to continue.',
    err_key: 'err.auth.required',
    data: { category: 'auth' },
  };
  const queryFn = () => Promise.reject(new ApiError(401, envelope as ApiError['envelope'], 'r-1', 0));
  await expect(makeQueryClient().fetchQuery({ queryKey: ['charts'], queryFn })).rejects.toThrow(ApiError);
}

it('leads to signing in, and back from there, where the session has ended', async () => {
  await turnedAway();
  expect(assign).toHaveBeenCalledExactlyOnceWith('/login?next=%2Fanalytics%2Foverview%3Fwindow%3D24h&why=ended#d=1');
});

it('leads nowhere while somebody signs out, who would else come back to this page', async () => {
  setSigningOut(true);
  await turnedAway();
  expect(assign).not.toHaveBeenCalled();
});

it('leads nowhere while something is typed, which would be lost', async () => {
  markUnsaved(Symbol('form'), true);
  await turnedAway();
  expect(assign).not.toHaveBeenCalled();
});
