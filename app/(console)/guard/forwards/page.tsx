import { listPage } from '@/app/list-page';
import { ForwardsScreen } from '@/components/guard/forwards/forwards-screen';

export default listPage('/guard/forwards', ForwardsScreen);
