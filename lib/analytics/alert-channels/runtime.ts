import { isOwn, isRefused } from '@/lib/guard/probes/addresses';
import { runtimePart } from '@/lib/runtime/part';
import { Mailer } from './mailer';
import { Webhooks } from './webhooks';

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    /** Posts to addresses that tenants chose. */
    webhooks: Webhooks;
    /** Sends mail, where a server is configured. */
    mailer: Mailer;
  }
}

export const webhooks = runtimePart({
  name: 'webhooks',
  after: ['names', 'ownPorts'],
  open: ({ names, ownPorts }) =>
    new Webhooks({ names, isForbidden: (address, port) => isRefused(address) || isOwn(address, port, ownPorts) }),
});

export const mailer = runtimePart({
  name: 'mailer',
  open: ({ config }) => new Mailer(config.SMTP_URL, config.MAIL_FROM),
});
