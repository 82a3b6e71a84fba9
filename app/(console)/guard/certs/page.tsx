import { listPage } from '@/app/list-page';
import { CertsScreen } from '@/components/guard/certs/certs-screen';

export default listPage('/guard/certs', CertsScreen);
