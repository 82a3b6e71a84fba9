import { EventScreen } from '@/components/analytics/events/story/event-screen';

export default async function EventPage({ params }: { params: Promise<{ id: string }> }) {
  return <EventScreen id={(await params).id} />;
}
