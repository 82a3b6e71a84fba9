import { BotScreen } from '@/components/analytics/bot/bot-screen';

export default function BotPage() {
  return <BotScreen />;
}
