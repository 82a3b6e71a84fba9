import { resource } from '@/lib/api/resource';

export const originGroup = resource({ type: 'origin_group', partOf: { type: 'domain', tab: 'nodes' } });
