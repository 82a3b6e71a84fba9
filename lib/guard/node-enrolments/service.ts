import { timingSafeEqual } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import { findCaller } from '@/lib/auth/identity';
import { newKeyText, readKeyText } from '@/lib/auth/keys/key-text';
import type { Principal } from '@/lib/auth/principal';
import { countAttempt, throttleSignIn } from '@/lib/auth/session/throttle';
import { tokenHash } from '@/lib/auth/tokens';
import { change } from '@/lib/change/change';
import { readManifest } from '@/lib/cli/release/release';
import type { Db } from '@/lib/db/store';
import { isOperator } from '@/lib/tenancy/operator';
import type { EnrolledNode, Enrolment, NewEnrolment } from './contract';
import { issueNodeKey, scopeOfNode } from './keys';
import * as repository from './repository';
import type { EnrolmentRow } from './tables';

const HOUR_MS = 3_600_000;
/** Tokens of a node that may be open at once. */
const MAX_OPEN = 10;
/** How long ended tokens are listed; the audit log has them longer. */
const KEEP_MS = 30 * 24 * HOUR_MS;
/** What texts of tokens begin with, so that nobody takes one for a key. */
const MARK = 'pne';

export async function listEnrolments(ctx: Ctx, node_id: string): Promise<{ list: Enrolment[] }> {
  if (!(await repository.findNode(ctx.db, node_id))) throw notFound();
  return { list: await repository.listEnrolments(ctx.db, node_id, ctx.now) };
}

/**
 * Makes a token that one agent can trade for the node's key within the hour. The key will rest on the permissions of who
 * makes it, so that they need what it can do. Throws too_many_tokens and scope_beyond.
 */
export function createEnrolment(ctx: Ctx, node_id: string): Promise<NewEnrolment> {
  const { principal, now } = ctx;
  return change(ctx, async (tx) => {
    const node = await repository.lockNode(tx, node_id);
    if (!node) throw notFound();
    const permission = scopeOfNode(node_id);
    if (!(principal.key?.held ?? principal.grants).has(permission)) {
      throw new AppError('err.sys.apikey.scope_beyond', { values: { permission } });
    }
    await repository.forgetEnded(tx, node_id, now - KEEP_MS);
    if ((await repository.countOpen(tx, node_id, now)) >= MAX_OPEN) {
      throw new AppError('err.guard.node.too_many_tokens', { values: { max: MAX_OPEN } });
    }
    const { prefix, secret } = newKeyText(MARK);
    const row: EnrolmentRow = {
      ...{ enrolment_id: uuid(), node_id, user_id: principal.user_id, prefix, secret_hash: tokenHash(secret) },
      ...{ ctime: now, expires_at: now + HOUR_MS, used_at: 0, used_ip: '', revoked_at: 0 },
    };
    await repository.insertEnrolment(tx, row);
    const after = repository.toEnrolment({ ...row, user_name: principal.user_name }, now);
    const data = { ...after, token: `${prefix}.${secret}` };
    return { id: row.enrolment_id, label: `${node.name} (${prefix})`, also: node_id, before: null, after, data };
  });
}

/** Revokes a token that nobody used; any other stays as it is. */
export function revokeEnrolment(ctx: Ctx, node_id: string, enrolment_id: string): Promise<null> {
  return change(ctx, async (tx) => {
    const node = await repository.lockNode(tx, node_id);
    const found = node && (await repository.findEnrolment(tx, node_id, enrolment_id));
    if (!found) throw notFound();
    await repository.revokeOpen(tx, node_id, ctx.now, enrolment_id);
    const now = await repository.findEnrolment(tx, node_id, enrolment_id);
    const [before, after] = [found, now ?? found].map((row) => repository.toEnrolment(row, ctx.now));
    return { id: enrolment_id, label: `${node.name} (${found.prefix})`, also: node_id, before, after, data: null };
  });
}

const NO_HASH = tokenHash('');

/** The token of a text; takes the same time whether there is one of that beginning or not. */
async function tokenOf(db: Db, text: string): Promise<EnrolmentRow | undefined> {
  const parts = readKeyText(text, MARK);
  const found = parts && (await repository.findByPrefix(db, parts.prefix));
  const isEqual = timingSafeEqual(
    Buffer.from(tokenHash(parts?.secret ?? text)),
    Buffer.from(found?.secret_hash ?? NO_HASH),
  );
  return isEqual ? found : undefined;
}

/** Who made a token, with what they may do now; undefined where they may not speak for the node any more. */
async function makerOf(db: Db, { user_id, node_id }: EnrolmentRow): Promise<Principal | undefined> {
  const maker = await findCaller(db, user_id, { auth_mode: 'deferred', session_key: '' });
  return maker && isOperator(maker) && maker.grants.has(scopeOfNode(node_id)) ? maker : undefined;
}

/** No name of an account begins with a space, so guesses of tokens are counted beside those of passwords. */
const GUESSED = ' node enrolment';

/**
 * Trades a token for the key of its node; of several that try with the same, the first gets it. Whatever is wrong with a
 * token, the refusal is the same. Wrong ones are slowed down as wrong passwords are.
 */
export async function enrol(ctx: Ctx, text: string): Promise<EnrolledNode> {
  const attempt = { ip: ctx.request.peer, oem_id: ctx.oem.oem_id, user_key: GUESSED };
  await throttleSignIn(ctx.db, attempt, ctx.now);
  const token = await tokenOf(ctx.db, text);
  const maker = token && (await makerOf(ctx.db, token));
  try {
    if (!token || !maker) throw new AppError('err.guard.node.token_refused');
    const released = await readManifest(ctx.runtime.config.CLI_RELEASE_DIR);
    const issued = await change({ ...ctx, principal: maker }, async (tx) => {
      const node = await repository.lockNode(tx, token.node_id);
      const used = { used_at: ctx.now, used_ip: ctx.request.peer };
      if (!node || !(await repository.takeEnrolment(tx, token.enrolment_id, used))) {
        throw new AppError('err.guard.node.token_refused');
      }
      return issueNodeKey(ctx, tx, { node, holder: maker });
    });
    return { ...issued, release_key: released?.public_key ?? '' };
  } catch (error) {
    if (error instanceof AppError && error.errKey === 'err.guard.node.token_refused') {
      await ctx.runtime.store.transaction((tx) => countAttempt(tx, attempt, ctx.now));
    }
    throw error;
  }
}
