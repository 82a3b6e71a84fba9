import { ProfileScreen } from '@/components/sys/profile/profile-screen';

export default function ProfilePage() {
  return <ProfileScreen />;
}
