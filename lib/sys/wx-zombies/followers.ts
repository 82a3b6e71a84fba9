import { z } from 'zod';
import { AppError } from '@/lib/api/errors';
import { timeLimit } from '@/lib/runtime/time-limit';

const TIMEOUT_MS = 15_000;

/** A page of WeChat's follower list, or its error. `data` is missing where the page is empty. */
const FollowerPage = z.object({
  errcode: z.literal(0).optional(),
  total: z.int().min(0),
  count: z.int().min(0),
  data: z.object({ openid: z.array(z.string()) }).optional(),
  next_openid: z.string().default(''),
});
type FollowerPage = z.output<typeof FollowerPage>;

export type WxAccount = { service_id: string; url: string; token: string };

/** The token is part of the address, so no error of the transport is passed on. */
async function readPage({ service_id, url, token }: WxAccount, next_openid: string): Promise<FollowerPage> {
  const address = new URL('/cgi-bin/user/get', url);
  address.search = new URLSearchParams({ access_token: token, next_openid }).toString();
  try {
    const answer = await fetch(address, { redirect: 'error', signal: timeLimit(TIMEOUT_MS) });
    if (!answer.ok) throw new Error();
    return FollowerPage.parse(await answer.json());
  } catch {
    throw new AppError('err.sys.wx.unreachable', { values: { service_id } });
  }
}

export type Scan = { followers: number; pages: number; complete: boolean };

/**
 * Reads up to `maxPages` pages of an account's followers and hands each to `onFollowers`. Complete only when WeChat said
 * that nobody follows after the last one, and as many came as it counts. Throws unreachable.
 */
export async function scanFollowers(
  account: WxAccount,
  maxPages: number,
  onFollowers: (openids: readonly string[]) => void,
): Promise<Scan> {
  const scan = { followers: 0, pages: 0 };
  for (let next = ''; scan.pages < maxPages; ) {
    const page = await readPage(account, next);
    const openids = page.data?.openid ?? [];
    scan.pages++;
    scan.followers += openids.length;
    onFollowers(openids);
    if (openids.length === 0 || page.next_openid === '') return { ...scan, complete: scan.followers >= page.total };
    if (page.next_openid === next) break;
    next = page.next_openid;
  }
  return { ...scan, complete: false };
}
