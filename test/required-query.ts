/** What lists cannot do without, by their paths. */
export const REQUIRED_QUERY: Readonly<Record<string, string>> = {
  '/api/sys/permissions/holders': 'permission=sys.user.list',
  '/api/guard/bwlist/search': 'ip=192.0.2.1',
};
