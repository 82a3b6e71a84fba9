import { ChannelsScreen } from '@/components/analytics/alert-channels/channels-screen';

export default function AlertChannelsPage() {
  return <ChannelsScreen />;
}
