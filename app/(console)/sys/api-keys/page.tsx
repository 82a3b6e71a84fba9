import { listPage } from '@/app/list-page';
import { KeysScreen } from '@/components/sys/api-keys/keys-screen';

export default listPage('/sys/api-keys', KeysScreen);
