import type { EventVO } from '@/lib/analytics/search/contract';

export const EVENTS = '/analytics/events';

/** The page of one request. */
export const hrefOf = ({ event_id }: Pick<EventVO, 'event_id'>) => `${EVENTS}/${event_id}`;
