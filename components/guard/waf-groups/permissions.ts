/** What callers need for each deed on WAF rule groups. */
export const WAF_GROUPS = {
  list: 'guard.waf.list',
  add: 'guard.waf.create',
  edit: 'guard.waf.edit',
  remove: 'guard.waf.delete',
  toggle: 'guard.waf.status',
} as const;
