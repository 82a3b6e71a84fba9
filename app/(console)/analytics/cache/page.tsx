import { CacheScreen } from '@/components/analytics/cache/cache-screen';

export default function CachePage() {
  return <CacheScreen />;
}
