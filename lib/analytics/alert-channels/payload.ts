import { createHmac } from 'node:crypto';
import type { Alert } from '@/lib/analytics/alerts/contract';
import type { Target } from './sealed';
import type { ChannelKind } from './vocabulary';

/** Kinds that are posted to. */
type PostedKind = Exclude<ChannelKind, 'mail'>;

/** What is sent: an alert, or the texts of a test. */
export type Message = Pick<Alert, 'uuid' | 'title' | 'body'> & Partial<Alert>;

/** A request that is ready to be sent. */
export type Outgoing = { url: string; headers: Record<string, string>; body: string };

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest();

const textOf = ({ title, body }: Message) => `${title}\n${body}`;

/** What WeCom and Feishu would take for a mention of somebody, or of everybody, is shown as it was written. */
const withoutMentions = (text: string) => text.replaceAll('<', '<\u200b');

/** As much of a text as fits into so many bytes, with an ellipsis (three of them) where it is cut. */
function fitting(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  // As of a stream, half a character at the end is waited for and not written.
  return `${new TextDecoder().decode(bytes.subarray(0, most - 3), { stream: true })}…`;
}

/** Parameters go behind whatever the address has already. */
function withQuery(address: string, params: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

const asJson = (url: string, content: object): Outgoing => ({ url, headers: JSON_TYPE, body: JSON.stringify(content) });

/** Signed over `<timestamp>.<body>`, so that neither can be changed nor an old request sent again unnoticed. */
function webhook({ url, secret }: Target, message: Message, now: number): Outgoing {
  const { body } = asJson(url, { event: message.id === undefined ? 'test' : 'alert', alert: message });
  const timestamp = String(Math.floor(now / 1000));
  const headers = {
    ...JSON_TYPE,
    'X-Parapet-Timestamp': timestamp,
    'X-Parapet-Signature': `sha256=${hmac(secret, `${timestamp}.${body}`).toString('hex')}`,
    'X-Parapet-Delivery': message.uuid,
  };
  return { url, headers, body };
}

/** The custom robot of DingTalk: the signature of time and secret is in the address. */
function dingtalk({ url, secret }: Target, message: Message, now: number): Outgoing {
  const sign = () => hmac(secret, `${now}\n${secret}`).toString('base64');
  const address = secret === '' ? url : withQuery(url, { timestamp: String(now), sign: sign() });
  return asJson(address, { msgtype: 'text', text: { content: textOf(message) } });
}

/** The custom bot of Feishu: time and secret are the key, and what is signed is empty. */
function feishu({ url, secret }: Target, message: Message, now: number): Outgoing {
  const timestamp = String(Math.floor(now / 1000));
  const signed = secret === '' ? {} : { timestamp, sign: hmac(`${timestamp}\n${secret}`, '').toString('base64') };
  return asJson(url, { ...signed, msg_type: 'text', content: { text: withoutMentions(textOf(message)) } });
}

/** WeCom refuses longer texts, in bytes. */
const WECOM_BYTES = 2_048;
const wecom = ({ url }: Target, message: Message): Outgoing =>
  asJson(url, { msgtype: 'text', text: { content: fitting(withoutMentions(textOf(message)), WECOM_BYTES) } });

/** Slack takes these three for markup. */
const SLACK: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const slack = ({ url }: Target, message: Message): Outgoing =>
  asJson(url, { text: textOf(message).replace(/[&<>]/g, (character) => SLACK[character] ?? '') });

const WRITTEN = { webhook, dingtalk, wecom, feishu, slack } satisfies Record<
  PostedKind,
  (target: Target, message: Message, now: number) => Outgoing
>;

/** The request that tells a kind of channel of an alert. */
export const outgoing = (kind: PostedKind, target: Target, message: Message, now: number): Outgoing =>
  WRITTEN[kind](target, message, now);

type Verdict = { code: unknown; words?: unknown };
type Answer = Record<'errcode' | 'errmsg' | 'code' | 'msg' | 'StatusCode' | 'StatusMessage', unknown>;

/** Where chat services say whether they took a message. */
const VERDICTS: Readonly<Partial<Record<PostedKind, (answer: Answer) => Verdict>>> = {
  dingtalk: ({ errcode, errmsg }) => ({ code: errcode, words: errmsg }),
  wecom: ({ errcode, errmsg }) => ({ code: errcode, words: errmsg }),
  // Its older answers have StatusCode and StatusMessage alone, the present ones those beside `code` and `msg`.
  feishu: ({ code, msg, StatusCode, StatusMessage }) => ({ code: code ?? StatusCode, words: msg ?? StatusMessage }),
};

/** Why a chat service refused what it answered 200 to; empty where it took it, which it says by the code 0. */
export function refusalIn(kind: PostedKind, answer: string): string {
  const verdictOf = VERDICTS[kind];
  if (!verdictOf) return '';
  let said: Answer | null;
  try {
    said = JSON.parse(answer);
  } catch {
    return 'the answer is not JSON';
  }
  const { code, words } = verdictOf((said ?? {}) as Answer);
  if (code === undefined || code === null) return 'the answer has no code';
  return code === 0 ? '' : `refused: ${code} ${words ?? ''}`.trim();
}
