/** The lists that have views, by the paths of their pages. */
export const VIEW_LISTS = [
  '/analytics/events',
  '/analytics/alerts',
  '/guard/domains',
  '/guard/policies',
  '/guard/certs',
  '/guard/bwlist',
  '/guard/forwards',
  '/guard/schedules',
  '/guard/schedules/affairs',
  '/guard/nodes',
  '/sys/users',
  '/sys/roles',
  '/sys/api-keys',
  '/sys/audit/operations',
  '/sys/audit/sign-ins',
] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

/** The parameter of a list's address that names the view which was chosen. */
export const VIEW_PARAM = 'view';
/** Its value where the list is meant as it is, not as one's default view shows it. */
const NO_VIEW = 'none';

/** Which view was chosen, and where in the list the reader is: what a view itself never says. */
const PASSING = [VIEW_PARAM, 'page', 'row', 'dialog'];

/** The query of a list's address as a view keeps it, so that what shows the same rows is the same text. */
export function queryText(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of PASSING) params.delete(name);
  params.sort();
  return params.toString();
}

/** Where a list is seen by a view; without one, as it is. */
export function addressOf(list: ViewList, view?: { view_id: string; query: string }): string {
  const query = view?.query ? `&${view.query}` : '';
  return `${list}?${VIEW_PARAM}=${view?.view_id ?? NO_VIEW}${query}`;
}
