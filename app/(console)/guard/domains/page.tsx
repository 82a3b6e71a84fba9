import { listPage } from '@/app/list-page';
import { DomainsScreen } from '@/components/guard/domains/domains-screen';

export default listPage('/guard/domains', DomainsScreen);
