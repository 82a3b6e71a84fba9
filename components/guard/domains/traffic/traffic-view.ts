/** The permission to see how much traffic a domain has. */
export const TRAFFIC_VIEW = 'analytics.overview.view';
