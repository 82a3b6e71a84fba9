/** What callers need for each deed on DNS records. */
export const SCHEDULE = {
  list: 'guard.schedule.list',
  records: 'guard.schedule.records',
  switch: 'guard.schedule.switch',
  init: 'guard.schedule.init',
  repair: 'guard.schedule.init',
  reset: 'guard.schedule.reset',
  batch: 'guard.schedule.batch',
  affairs: 'guard.schedule.affairs',
} as const;
