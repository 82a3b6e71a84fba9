import { AiScreen } from '@/components/analytics/ai/ai-screen';

export default function AiPage() {
  return <AiScreen />;
}
