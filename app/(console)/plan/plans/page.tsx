export { PlansScreen as default } from '@/components/plan/plans/plans-screen';
