export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '@/lib/runtime/mount';
