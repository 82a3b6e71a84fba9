import { listPage } from '@/app/list-page';
import { RolesScreen } from '@/components/sys/roles/roles-screen';

export default listPage('/sys/roles', RolesScreen);
