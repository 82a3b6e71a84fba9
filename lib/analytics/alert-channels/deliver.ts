import { findAny } from '@/lib/analytics/alerts/repository';
import type { Tx } from '@/lib/db/store';
import { reasonOf as reasonOfConnection } from '@/lib/guard/probes/connect';
import type { Message as JobMessage, Work } from '@/lib/jobs/job';
import { countWaiting, enqueue, lastWanted } from '@/lib/jobs/queue';
import type { Runtime } from '@/lib/runtime/runtime';
import { type Message, outgoing, refusalIn } from './payload';
import * as repository from './repository';
import { openTarget, type Target } from './sealed';
import type { ChannelKind } from './vocabulary';
import { NotSent, PartlySent } from './webhooks';

export const DELIVER = 'analytics.alerts.deliver';

/** Alerts that wait to be sent through one channel; what comes beyond is counted and not sent. */
const MOST_WAITING = 1_000;

/**
 * How far apart the messages of one channel are sent. DingTalk and WeCom take 20 a minute, and DingTalk none for ten minutes where
 * there were more; Feishu takes 100, Slack one a second.
 */
const APART_MS: Readonly<Record<ChannelKind, number>> = {
  dingtalk: 3_200,
  wecom: 3_200,
  feishu: 650,
  slack: 1_100,
  webhook: 0,
  mail: 0,
};

/** How long the last of those that may wait for a channel has to its turn. */
export const LAST_TURN_MS = MOST_WAITING * Math.max(...Object.values(APART_MS));

const OFF = 1;

type Payload = { channel_id: number; alert_id: number };

const UNTRUSTED = 'certificate not trusted';
/** What TLS and the mail server refuse by, in words that the console knows. */
const REASONS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: 'certificate expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate of another name',
  EPROTO: 'no TLS',
  EAUTH: 'mail sign in refused',
  EENVELOPE: 'mail addresses refused',
  EMESSAGE: 'mail refused',
  EDNS: 'mail server unreachable',
  ECONNECTION: 'mail server unreachable',
  ESOCKET: 'mail server unreachable',
};

/** One short reason, in the same words each time. */
export function reasonOf(error: unknown): string {
  if (error instanceof NotSent) return error.message;
  return REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? reasonOfConnection(error);
}

/** Sends a message; throws where it did not arrive, or was refused. */
export async function sendTo(
  { webhooks, mailer }: Pick<Runtime, 'webhooks' | 'mailer'>,
  { kind }: { kind: ChannelKind },
  target: Target,
  message: Message,
  signal?: AbortSignal,
): Promise<void> {
  if (kind === 'mail') return mailer.send(target.url.slice('mailto:'.length).split(','), message);
  const refusal = refusalIn(kind, await webhooks.post(outgoing(kind, target, message, Date.now()), signal));
  if (refusal !== '') throw new NotSent(refusal);
}

/** Asks for alerts to be sent through channels of the account that are on, together with what raised them. */
export async function askForDelivery(
  tx: Tx,
  root_id: string,
  channel_ids: readonly number[],
  alert_ids: readonly number[],
): Promise<void> {
  if (channel_ids.length === 0 || alert_ids.length === 0) return;
  for (const channel of await repository.enabledChannels(tx, root_id, channel_ids)) {
    const channel_id = channel.id;
    const waiting = `${root_id}:${channel_id}:`;
    const room = Math.max(0, MOST_WAITING - (await countWaiting(tx, DELIVER, waiting)));
    const dueAt = await turnsOf(tx, channel, waiting);
    const orders = alert_ids.slice(0, room).map((alert_id, n) => ({
      object_id: `${waiting}${alert_id}`,
      payload: { channel_id, alert_id } satisfies Payload,
      due_at: dueAt(n),
    }));
    await enqueue(tx, DELIVER, orders);
    const dropped = alert_ids.length - orders.length;
    if (dropped > 0) await repository.noteDropped(tx, channel_id, dropped);
  }
}

/** When each message that is added to those that wait for a channel has its turn; 0 is at once. */
async function turnsOf(
  tx: Tx,
  { kind, last_time }: repository.EnabledChannel,
  waiting: string,
): Promise<(n: number) => number> {
  const apart = APART_MS[kind];
  if (apart === 0) return () => 0;
  const { last, now } = await lastWanted(tx, DELIVER, waiting);
  // A clock that was ahead and has been put back leaves attempts that are still to come.
  const first = Math.max(now, Math.max(last, Math.min(last_time, now)) + apart);
  return (n) => first + n * apart;
}

/** Sends one alert through one channel that is on. Throws where it did not arrive, so that it is tried again. */
export async function deliver(work: Work, message: JobMessage): Promise<void> {
  const { store, seal } = work.runtime;
  const { channel_id, alert_id } = message.payload as Payload;
  const channel = await repository.findAny(store.read, channel_id);
  const alert = channel && (await findAny(store.read, alert_id, channel.locale));
  if (!channel || !alert) return;
  if (channel.status === OFF) {
    return store.transaction(async (tx) => {
      await repository.noteDropped(tx, channel_id, 1);
      await work.done(tx, [message]);
    });
  }
  try {
    await sendTo(work.runtime, channel, openTarget(seal, channel), alert, work.signal);
  } catch (error) {
    // Broken off by a stop of the process it says nothing of the receiver, and the next process sends it.
    if (!(error instanceof PartlySent)) work.signal.throwIfAborted();
    const reason = reasonOf(error);
    await store.transaction(async (tx) => {
      await repository.noteAttempt(tx, channel_id, reason);
      if (error instanceof PartlySent) await work.done(tx, [message]);
    });
    if (error instanceof PartlySent) return;
    throw new Error(reason, { cause: error });
  }
  await store.transaction(async (tx) => {
    await repository.noteAttempt(tx, channel_id, '');
    await work.done(tx, [message]);
  });
}
