import { runtimePart } from '@/lib/runtime/part';
import { CertReader } from './reader';

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    certReader: CertReader;
  }
}

export const certReader = runtimePart({
  name: 'certReader',
  after: ['queues'],
  open: ({ queues }) => new CertReader(queues.certificates),
  close: (opened) => opened.close(),
});
