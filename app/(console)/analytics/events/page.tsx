import { listPage } from '@/app/list-page';
import { EventsScreen } from '@/components/analytics/events/events-screen';

export default listPage('/analytics/events', EventsScreen);
