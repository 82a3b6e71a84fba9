import { SchedulesScreen } from '@/components/guard/schedules/schedules-screen';

export default function SchedulesPage() {
  return <SchedulesScreen />;
}
