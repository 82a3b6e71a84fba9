import { listPage } from '@/app/list-page';
import { SignInsScreen } from '@/components/sys/login-records/sign-ins-screen';

export default listPage('/sys/audit/sign-ins', SignInsScreen);
