/** What audit rows and revisions call alert channels. */
export const ALERT_CHANNEL = 'alert_channel';

export const CHANNEL_KINDS = ['webhook', 'dingtalk', 'wecom', 'feishu', 'slack', 'mail'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** What became of the last attempt; `none` before the first. */
export const OUTCOMES = ['none', 'sent', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];
