import { listPage } from '@/app/list-page';
import { UsersScreen } from '@/components/sys/users/list/users-screen';

export default listPage('/sys/users', UsersScreen);
