import { ScheduleScreen } from '@/components/guard/schedules/schedule-screen';

export default async function SchedulePage({ params }: { params: Promise<{ id: string }> }) {
  return <ScheduleScreen id={(await params).id} />;
}
