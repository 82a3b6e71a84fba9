import { resource } from '@/lib/api/resource';

export const approval = resource({ type: 'approval', partOf: { type: 'domain', tab: 'history' } });
