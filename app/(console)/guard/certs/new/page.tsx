import { UploadScreen } from '@/components/guard/certs/form/upload-screen';

export default function UploadCertPage() {
  return <UploadScreen />;
}
