import { randomUUID } from 'node:crypto';
import { rulesThrough } from '@/lib/analytics/alert-rules/repository';
import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { idOf } from '@/lib/api/ids';
import { recordAttempt } from '@/lib/audit/attempt';
import { lockById } from '@/lib/auth/identity';
import { change } from '@/lib/change/change';
import { laterThan, requireUnchanged } from '@/lib/change/later-version';
import type { Paging } from '@/lib/db/paginate';
import type { Tx } from '@/lib/db/store';
import { translator } from '@/lib/i18n/translate';
import { ownerOf } from '@/lib/queues/owner';
import { ownership } from '@/lib/tenancy/scope';
import {
  type AlertChannel,
  type AlertChannelChange,
  type AlertChannelInput,
  type Attempt,
  isSecretOf,
  LEAST_SECRET,
  MAX_ALERT_CHANNELS,
} from './contract';
import { reasonOf, sendTo } from './deliver';
import * as repository from './repository';
import { openTarget, sealTarget } from './sealed';

/** Test messages of a user within a minute. */
const TESTS = 5;

/** Channels the caller sees, newest first. */
export function listChannels(ctx: Ctx, filter: Paging & { keyword?: string }): Promise<Page<AlertChannel>> {
  return repository.listChannels(ctx.db, ctx.scope, filter);
}

export function readChannel(ctx: Ctx, id: string): Promise<AlertChannel> {
  return find(ctx, ctx.db, id);
}

/** Makes a channel of the caller's account. Throws the errors of the contract. */
export function createChannel(ctx: Ctx, { url, secret, ...fields }: AlertChannelInput): Promise<AlertChannel> {
  requireFitting(ctx, fields.kind, url);
  return change(ctx, async (tx) => {
    const owner = ownership(ctx.principal);
    await lockById(tx, owner.root_id);
    if ((await repository.countChannels(tx, owner.root_id)) >= MAX_ALERT_CHANNELS) {
      throw new AppError('err.analytics.alert_channel.too_many', { values: { max: MAX_ALERT_CHANNELS } });
    }
    const row = { ...fields, ...owner, origin: originOf(url), has_secret: Number(secret !== '') };
    const id = await repository.insertChannel(tx, row, ctx.now);
    const sealed = await sealTarget(tx, ctx.runtime.seal, { id, oem_id: owner.oem_id }, { url, secret });
    await repository.updateChannel(tx, id, { sealed });
    const after = await find(ctx, tx, String(id));
    return { ...reported(after), before: null, after, data: after };
  });
}

/** Changes what is given of a channel. Throws changed where it is no longer as of `seen`. */
export function updateChannel(ctx: Ctx, id: string, input: AlertChannelChange, seen?: number): Promise<AlertChannel> {
  return change(ctx, async (tx) => {
    const row = await repository.lockRow(tx, ctx.scope, idOf(id));
    if (!row) throw notFound();
    const before = await find(ctx, tx, id);
    requireUnchanged(before, seen);
    const { url, secret, ...fields } = input;
    if (url !== undefined) requireFitting(ctx, row.kind, url);
    if (secret !== undefined) requireSecretOf(ctx, row.kind, secret);
    const { seal } = ctx.runtime;
    const known = openTarget(seal, row);
    const target = { url: url ?? known.url, secret: secret ?? known.secret };
    const isNew = target.url !== known.url || target.secret !== known.secret;
    await repository.updateChannel(tx, row.id, {
      ...fields,
      ...(isNew ? { sealed: await sealTarget(tx, seal, row, target) } : {}),
      origin: originOf(target.url),
      has_secret: Number(target.secret !== ''),
      utime: laterThan(before, ctx.now),
    });
    const after = await find(ctx, tx, id);
    return { ...reported(after), before, after, data: after };
  });
}

/** Deletes a channel that no rule names. Throws in_use. */
export function deleteChannel(ctx: Ctx, id: string): Promise<null> {
  return change(ctx, async (tx) => {
    const found = await repository.findRow(tx, ctx.scope, idOf(id));
    if (!found) throw notFound();
    // Rules of the account take a channel under the same lock.
    await lockById(tx, found.root_id);
    const row = await repository.lockRow(tx, ctx.scope, found.id);
    if (!row) throw notFound();
    const before = await find(ctx, tx, id);
    const using = await rulesThrough(tx, row.id);
    if (using.length > 0) throw inUse(ctx, using);
    await repository.deleteChannel(tx, row.id);
    return { ...reported(before), before, after: null, data: null };
  });
}

/** Rules that a refusal names. */
const NAMED = 3;

function inUse({ scope }: Ctx, rules: readonly { name: string; user_id: string }[]): AppError {
  // Those of others in the account are counted, not named.
  const seen = scope.tier === 'user' ? rules.filter((rule) => rule.user_id === scope.user_id) : rules;
  const names = seen.slice(0, NAMED).map((rule) => rule.name);
  const values = { rules: rules.length, named: names.length, names: names.join(', ') };
  return new AppError('err.analytics.alert_channel.in_use', {
    values: { ...values, more: names.length === 0 ? 0 : rules.length - names.length },
  });
}

/**
 * Sends a test message now, also where the channel is off. Recorded before it begins, and at most five times a minute for
 * a user. Throws rate_limited, and as `FairQueue.run` does.
 */
export async function testChannel(ctx: Ctx, id: string): Promise<Attempt> {
  const row = await repository.findRow(ctx.db, ctx.scope, idOf(id));
  if (!row) throw notFound();
  const channel = await find(ctx, ctx.db, id);
  await recordAttempt(ctx, TESTS, reported(channel));
  const t = translator(row.locale);
  const texts = { title: t('analytics.alert-channels.test.title'), body: t('analytics.alert-channels.test.body') };
  const target = openTarget(ctx.runtime.seal, row);
  const send = () => sendTo(ctx.runtime, row, target, { uuid: randomUUID(), ...texts }, ctx.request.signal());
  const error = await ctx.runtime.queues.probes.run(
    ownerOf(ctx),
    () => send().then(() => '', reasonOf),
    ctx.request.signal(),
  );
  await ctx.runtime.store.transaction((tx) => repository.noteAttempt(tx, row.id, error));
  return { outcome: error === '' ? 'sent' : 'failed', error };
}

async function find(ctx: Ctx, db: Ctx['db'] | Tx, id: string): Promise<AlertChannel> {
  const found = await repository.findChannel(db, ctx.scope, idOf(id));
  if (!found) throw notFound();
  return found;
}

const isMail = (url: string) => url.startsWith('mailto:');

/** What is shown of an address: nothing that lets anybody send to it. */
const originOf = (url: string) => (isMail(url) ? url : new URL(url).origin);

/** Mail goes to mail addresses, all else to addresses of the web; and mail needs a server that the operator named. */
function requireFitting(ctx: Ctx, kind: AlertChannel['kind'], url: string): void {
  if ((kind === 'mail') !== isMail(url)) throw new AppError('err.analytics.alert_channel.address', { field: 'url' });
  if (kind === 'mail' && !ctx.runtime.mailer.isConfigured)
    throw new AppError('err.analytics.alert_channel.no_mail', { field: 'kind' });
}

/** Throws err.request.invalid where a channel of that kind cannot have the secret. */
function requireSecretOf(ctx: Ctx, kind: AlertChannel['kind'], secret: string): void {
  if (isSecretOf(kind, secret)) return;
  const message = translator(ctx.locale)('validation.too_short', { min: LEAST_SECRET });
  throw new AppError('err.request.invalid', { field: 'secret', message });
}

/** What every change of a channel says of itself. */
const reported = ({ id, name, user_id, user_name }: AlertChannel) => ({
  id: String(id),
  label: name,
  owner: { user_id, user_name },
});
