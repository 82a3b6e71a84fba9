import { NotFoundScreen } from '@/components/layout/faults/not-found-screen';

export default function NotFound() {
  return <NotFoundScreen />;
}
