import { resource } from '@/lib/api/resource';

const times = { ctime: 'time', expires_at: 'time' };

export const nodeEnrolment = resource({
  type: 'node_enrolment',
  values: { state: 'enrolment_state', used_at: 'time', ...times },
});

export const nodeKey = resource({
  type: 'node_key',
  values: { state: 'node_key_state', last_used_at: 'time', ...times },
});
