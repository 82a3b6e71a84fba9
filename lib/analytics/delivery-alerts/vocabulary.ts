/** Kind of the job that looks at what a node said of a domain. */
export const JUDGE_DELIVERIES = 'analytics.alerts.deliveries';
