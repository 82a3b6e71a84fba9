import { createTransport, type Transporter } from 'nodemailer';
import type { Message } from './payload';
import { NotSent, PartlySent } from './webhooks';

const TIME_LIMIT_MS = 10_000;

function transportTo(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const auth =
    username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } };
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    ...auth,
    connectionTimeout: TIME_LIMIT_MS,
    greetingTimeout: TIME_LIMIT_MS,
    socketTimeout: TIME_LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Sends alerts by the mail server that the operator named, where there is one. */
export class Mailer {
  readonly #transport: Pick<Transporter, 'sendMail'> | undefined;

  constructor(
    url?: string,
    private readonly from = '',
  ) {
    this.#transport = url === undefined || from === '' ? undefined : transportTo(url);
  }

  /** Whether there is a server to send by. */
  get isConfigured(): boolean {
    return this.#transport !== undefined;
  }

  /** Throws PartlySent where the server took it for some recipients alone. The same message keeps its Message-ID. */
  async send(to: readonly string[], { uuid, title, body }: Message): Promise<void> {
    if (!this.#transport) throw new NotSent('no mail server is configured');
    const messageId = `<${uuid}@${this.from.slice(this.from.lastIndexOf('@') + 1)}>`;
    const mail = { from: this.from, to: [...to], subject: title, text: body, messageId };
    const { rejected = [] } = await this.#transport.sendMail(mail);
    if (rejected.length > 0) throw new PartlySent(`refused for ${rejected.join(', ')}`);
  }
}
