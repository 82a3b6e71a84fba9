export { ReferenceScreen as default } from '@/components/sys/reference/reference-screen';
