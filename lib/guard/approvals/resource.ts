import { resource } from '@/lib/api/resource';

export const approval = resource({
  type: 'approval',
  partOf: { type: 'domain', tab: 'history' },
  values: {
    audit_status: 'audit_status',
    due_at: 'time',
    mode: 'onboarding_mode',
    auto_cert: 'switch',
    'settings.*.status': 'switch',
  },
  derived: ['switches'],
});
