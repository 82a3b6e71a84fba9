import { listPage } from '@/app/list-page';
import { OperationsScreen } from '@/components/sys/audit-logs/operations-screen';

export default listPage('/sys/audit/operations', OperationsScreen);
