import { listPage } from '@/app/list-page';
import { SetsScreen } from '@/components/guard/bwlist/sets-screen';

export default listPage('/guard/bwlist', SetsScreen);
