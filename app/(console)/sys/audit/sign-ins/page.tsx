import { SignInsScreen } from '@/components/sys/login-records/sign-ins-screen';

export default function SignInsPage() {
  return <SignInsScreen />;
}
