import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { defineErrors } from '@/lib/api/errors';
import {
  anyText,
  characters,
  displayName,
  editQuery,
  keyword,
  millis,
  pageOf,
  pageQuery,
  secret,
} from '@/lib/api/fields';
import { verbs } from '@/lib/api/verbs';
import { asWritten, inWords } from '@/lib/api/words';
import { LOCALES } from '@/lib/i18n/locales';
import { ALERT_CHANNEL, CHANNEL_KINDS, type ChannelKind, OUTCOMES } from './vocabulary';

export const errors = defineErrors({
  'err.analytics.alert_channel.too_many': { code: 4211, status: 400, category: 'conflict' },
  'err.analytics.alert_channel.address': { code: 4213, status: 400, category: 'validation' },
  'err.analytics.alert_channel.no_mail': { code: 4214, status: 400, category: 'validation' },
  'err.analytics.alert_channel.in_use': { code: 4212, status: 400, category: 'conflict' },
});

/** Channels of one account, its downstream users' included. */
export const MAX_ALERT_CHANNELS = 20;
export const LEAST_SECRET = 16;

/** A webhook is signed always; chat services have secrets of their own making, or none. */
export const isSecretOf = (kind: ChannelKind, secret: string): boolean =>
  kind !== 'webhook' || characters(secret) >= LEAST_SECRET;

/** `mailto:` and up to ten addresses, separated by commas. */
const MAIL = /^mailto:[^\s,@<>"]{1,64}@[\w.-]{1,190}(?:,[^\s,@<>"]{1,64}@[\w.-]{1,190}){0,9}$/;

function isAddress(text: string): boolean {
  if (MAIL.test(text)) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && username === '' && password === '';
}

const status = inWords('origin_status', z.literal([1, 2]));
const locale = asWritten(z.enum(LOCALES));

const fields = {
  name: displayName(100, 1),
  /**
   * Where alerts go, `mailto:` and addresses for mail. That of chat services holds their token, so none but those of mail is
   * answered again.
   */
  url: secret(
    z
      .string()
      .min(1)
      .max(2048)
      .refine(isAddress, { params: { key: 'channel_address' } }),
  ),
  /** What requests are signed with; a webhook needs one, WeCom and Slack know none. Never answered again. */
  secret: secret(anyText(512)),
  /** The language of what is sent. */
  locale,
  /** 1 off, 2 on. */
  status,
};

export const AlertChannelInput = z
  .object({
    ...fields,
    kind: inWords('alert_channel_kind', z.enum(CHANNEL_KINDS)),
    secret: secret(fields.secret.default('')),
    locale: locale.default('en-US'),
    status: status.default(2),
  })
  .refine(({ kind, secret: given }) => isSecretOf(kind, given), {
    path: ['secret'],
    params: { key: 'too_short', min: LEAST_SECRET },
  });
export type AlertChannelInput = z.output<typeof AlertChannelInput>;

/** Its kind stays. A secret is replaced where one is given, and removed where that is empty; a webhook keeps one. */
export const AlertChannelChange = z.object(fields).partial();
export type AlertChannelChange = z.output<typeof AlertChannelChange>;

export const AlertChannel = z.object({
  id: z.int(),
  name: z.string(),
  kind: inWords('alert_channel_kind', z.enum(CHANNEL_KINDS)),
  /** Scheme, host and port of the address, without its path; of mail the whole address. */
  origin: z.string(),
  has_secret: z.boolean(),
  locale,
  status,
  /** Alerts that arrived, attempts that failed, and alerts not sent: too many waited, or the channel was off at their turn. */
  sent: z.int(),
  failed: z.int(),
  dropped: z.int(),
  /** The last attempt, and why it failed. */
  last_outcome: inWords('alert_delivery', z.enum(OUTCOMES)),
  last_time: millis,
  last_error: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  ctime: millis,
  utime: millis,
});
export type AlertChannel = z.output<typeof AlertChannel>;

export const Attempt = z.object({
  outcome: inWords('alert_delivery', z.enum(OUTCOMES)),
  /** Empty where it arrived. */
  error: z.string(),
});
export type Attempt = z.output<typeof Attempt>;

const one = verbs({
  path: '/api/analytics/alert-channels',
  item: 'id',
  permission: {
    list: 'analytics.alertchannel.list',
    create: 'analytics.alertchannel.create',
    view: 'analytics.alertchannel.view',
    edit: 'analytics.alertchannel.edit',
    remove: 'analytics.alertchannel.delete',
  },
  resource: ALERT_CHANNEL,
  summary: { all: 'alert channels, newest first', one: 'an alert channel' },
  one: AlertChannel,
  create: AlertChannelInput,
  change: AlertChannelChange,
  changeQuery: editQuery,
  errors: [
    'err.analytics.alert_channel.too_many',
    'err.analytics.alert_channel.address',
    'err.analytics.alert_channel.no_mail',
    'err.changed',
  ],
});

/** Where alerts are sent (docs/alerts.md). */
export const alertChannels = contract({
  list: { ...one.list(pageOf(AlertChannel), pageQuery.extend({ keyword })), extension: true },
  create: { ...one.create, extension: true },
  view: { ...one.view, extension: true },
  edit: { ...one.edit, extension: true },
  remove: { ...one.remove, errors: ['err.analytics.alert_channel.in_use'], extension: true },
  test: endpoint({
    method: 'POST',
    path: '/api/analytics/alert-channels/{id}/test',
    permission: 'analytics.alertchannel.test',
    summary: 'Send a test message through a channel, at most five times a minute for a user',
    data: Attempt,
    audit: { resource: ALERT_CHANNEL },
    extension: true,
    errors: ['err.request.rate_limited'],
  }),
});
