/** What audit rows and revisions call alert rules. */
export const ALERT_RULE = 'alert_rule';

/** status, as everywhere: 1 off, 2 on. */
export const DISABLED = 1;
export const ENABLED = 2;

/** How long a rule looks back, in minutes: whole buckets of the finest rollup. */
export const WINDOWS = [5, 10, 15, 30, 60, 180, 360, 720, 1440] as const;

/** The job that judges alert rules. */
export const JUDGE = 'analytics.alerts.judge';
