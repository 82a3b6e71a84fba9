import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { type TourLocale, transcriptFile } from './document';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const COMMANDS = [
  ['domains', 'list', '--columns', 'domain,asset_name,audit_status'],
  ['policies', 'list'],
] as const;

/** A proxy that names a host which this machine need not know. */
async function proxyFor(origin: string) {
  const { port, host } = new URL(origin);
  const server = createServer((asked, answer) => {
    const { method, url: address, headers } = asked;
    const onward = request(
      { host: '127.0.0.1', port, method, path: address, headers: { ...headers, host } },
      (said) => {
        answer.writeHead(said.statusCode ?? 502, said.headers);
        said.pipe(answer);
      },
    );
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Runs the commands of the tour with a key, and keeps what they print as a shell shows it. */
export async function recordCommandLine(origin: string, locale: TourLocale, key: string): Promise<void> {
  const proxy = await proxyFor(origin);
  const env = {
    ...process.env,
    PARAPET_URL: proxy.url,
    PARAPET_API_KEY: key,
    LANG: `${locale.replace('-', '_')}.UTF-8`,
  };
  const shown: string[] = [];
  for (const args of COMMANDS) {
    const { stdout, stderr, code } = await run(process.execPath, ['--import', 'tsx', 'scripts/cli.ts', ...args], {
      cwd: root,
      env,
    }).then(
      (said) => ({ ...said, code: 0 }),
      (failed: { stdout: string; stderr: string; code: number }) => failed,
    );
    shown.push(`$ parapet ${args.join(' ')}`, `${stdout}${stderr}`.trimEnd(), '$ echo $?', String(code));
  }
  proxy.close();
  writeFileSync(transcriptFile(locale), `${shown.join('\n')}\n`);
}
