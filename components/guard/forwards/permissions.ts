/** What callers need for each deed on port forwards. */
export const FORWARDS = {
  list: 'guard.forward.list',
  add: 'guard.forward.create',
  edit: 'guard.forward.edit',
  remove: 'guard.forward.delete',
  toggle: 'guard.forward.edit',
} as const;
