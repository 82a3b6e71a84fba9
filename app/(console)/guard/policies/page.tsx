import { listPage } from '@/app/list-page';
import { PoliciesScreen } from '@/components/guard/policies/policies-screen';

export default listPage('/guard/policies', PoliciesScreen);
