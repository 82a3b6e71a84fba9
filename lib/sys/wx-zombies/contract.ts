import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { defineErrors } from '@/lib/api/errors';
import { millis } from '@/lib/api/fields';

export const errors = defineErrors({
  'err.sys.wx.apply_is_for_all': { code: 1241, status: 400, category: 'validation' },
  'err.sys.wx.account_unknown': { code: 1242, status: 400, category: 'validation' },
  'err.sys.wx.no_followers': { code: 1243, status: 400, category: 'validation' },
  'err.sys.wx.scan_incomplete': { code: 1244, status: 400, category: 'validation' },
  'err.sys.wx.unreachable': { code: 1245, status: 503, category: 'internal' },
});

/** As many candidates are listed; `candidate_total` counts all. */
export const LISTED = 1000;

export const CleanupInput = z.object({
  apply: z.boolean().default(false),
  service_ids: z.array(z.string().min(1).max(128)).max(100).default([]),
  /** Pages of followers read per account; WeChat puts 10,000 followers on one. */
  max_pages: z.int().min(1).max(1000).default(20),
  allow_empty_followers: z.boolean().default(false),
});
export type CleanupInput = z.output<typeof CleanupInput>;

const Account = z.object({
  service_id: z.string(),
  bindings: z.int(),
  followers: z.int(),
  pages: z.int(),
  /** False: the followers go on after `max_pages`, so that nobody is known to have left. */
  complete: z.boolean(),
});
export type Account = z.output<typeof Account>;

export const CleanupResult = z.object({
  applied: z.boolean(),
  accounts: z.array(Account),
  /** Accounts with bindings that this Parapet has no token for; their bindings stay. */
  skipped: z.array(z.string()),
  candidates: z.array(
    z.object({
      service_id: z.string(),
      openid: z.string(),
      user_id: z.string(),
      user_name: z.string(),
      ctime: millis,
    }),
  ),
  candidate_total: z.int(),
  removed: z.int(),
});
export type CleanupResult = z.output<typeof CleanupResult>;

/** Cleanup of bindings to WeChat followers who are gone. */
export const wxZombies = contract({
  cleanup: endpoint({
    method: 'POST',
    path: '/api/sys/wx-zombies/cleanup',
    permission: 'sys.user.wx_cleanup',
    platformOnly: true,
    summary: 'List WeChat bindings of users who no longer follow the account, or remove them',
    body: CleanupInput,
    bodyOptional: true,
    data: CleanupResult,
    audit: { resource: 'wx_binding' },
    errors: Object.keys(errors),
  }),
});
