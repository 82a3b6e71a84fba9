import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';

const BINARY = Buffer.from('#!/bin/sh\necho the command line\n');
const sha256 = createHash('sha256').update(BINARY).digest('hex');
const ETAG = `"${sha256}"`;
const version = 'v1.2.3-4';

const file = (os: string, arch: string, suffix = '') => ({
  name: `parapet-${os}-${arch}${suffix}`,
  os,
  arch,
  size: BINARY.length,
  sha256,
});
const files = [file('linux', 'amd64'), file('windows', 'amd64', '.exe'), file('darwin', 'arm64')];
const manifest = { version, git_hash: 'abc123', build_time: '2026-01-02T03:04:05Z', files };

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-cli-release-'));
let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet({ env: { CLI_RELEASE_DIR: folder } });
});
afterAll(async () => {
  await parapet.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (what: string, headers: Record<string, string> = {}, host?: string) =>
  parapet.call('GET', `/api/cli/${what}`, { headers, host });

describe('with nothing built', () => {
  it("the version is the product's and there are no binaries", async () => {
    const { status, body } = await get('version');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      version: expect.stringMatching(/^v\d+\.\d+\.\d+$/),
      git_hash: '',
      build_time: '',
      binaries: [],
      platforms: [],
    });
  });

  it('there are no checksums, and a download says what is missing', async () => {
    expect(await get('checksums.txt')).toMatchObject({ status: 200, body: '' });
    const { status, body } = await get('download/linux-amd64');
    expect(status).toBe(404);
    expect(body).toMatchObject({ err_key: 'err.cli.not_built', message: expect.stringContaining('linux-amd64') });
  });
});

describe('a release', () => {
  beforeAll(() => {
    mkdirSync(path.join(folder, version));
    writeFileSync(path.join(folder, 'secret'), 'secret');
    for (const { name } of files.slice(0, 2)) writeFileSync(path.join(folder, version, name), BINARY);
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  });

  it('is described in both forms', async () => {
    const { body } = await get('version');
    expect(body.data).toMatchObject({ version, git_hash: 'abc123', build_time: manifest.build_time });
    const linux = { os: 'linux', arch: 'amd64', download_url: '/api/cli/download/parapet-linux-amd64' };
    expect(body.data.binaries[0]).toEqual(linux);
    expect(body.data.platforms[0]).toEqual({ ...linux, sha256 });
  });

  it('has a line of checksums for each file', async () => {
    const { headers, body } = await get('checksums.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(body).toBe(files.map(({ name }) => `${sha256} ${name}\n`).join(''));
  });

  it.each(['linux-amd64', 'parapet-linux-amd64', 'windows-amd64', 'windows-amd64.exe', 'parapet-windows-amd64.exe'])(
    'is downloaded as %s',
    async (name) => {
      const { status, headers, body } = await get(`download/${name}`);
      expect(status).toBe(200);
      expect(body).toBe(BINARY.toString());
      expect(headers.get('content-type')).toBe('application/octet-stream');
      expect(headers.get('content-length')).toBe(String(BINARY.length));
      expect(headers.get('etag')).toBe(ETAG);
      expect(headers.get('accept-ranges')).toBe('bytes');
    },
  );

  it('is not sent where HEAD only asks about it', async () => {
    const { status, headers, body } = await parapet.call('HEAD', '/api/cli/download/linux-amd64');
    expect([status, headers.get('content-length'), body]).toEqual([200, String(BINARY.length), '']);
  });

  it.each([
    'linux-amd64.exe',
    'LINUX-AMD64',
    'linux',
    'linux-386',
    'plan9-amd64',
    'manifest.json',
    'secret',
    '..secret',
  ])('has no file that is called %s', async (name) => {
    const { status, body } = await get(`download/${name}`);
    expect(status).toBe(400);
    expect(body.err_key).toBe('err.cli.file_name');
  });

  it.each(['..', 'linux-amd64%00', '..%2f..%2fetc%2fpasswd', '..%2fsecret', '../../secret', '%5C..%5Csecret'])(
    'is not left by %s',
    async (name) => {
      const { status, body } = await get(`download/${name}`);
      expect(status).toBe(400);
      expect(body.err_key).toBe('err.request.malformed');
    },
  );

  it.each(['linux-arm64', 'darwin-arm64'])('answers 404 where %s is not built or not there', async (name) => {
    expect(await get(`download/${name}`)).toMatchObject({ status: 404, body: { err_key: 'err.cli.not_built' } });
  });

  it('is not sent again to who has it', async () => {
    const answer = await get('download/linux-amd64', { 'If-None-Match': `"other", ${ETAG}` });
    expect([answer.status, answer.body, answer.headers.get('etag')]).toEqual([304, '', ETAG]);
    expect((await get('download/linux-amd64', { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['bytes=2-4', 2, 5],
    ['bytes=5-', 5, BINARY.length],
    ['bytes=-3', BINARY.length - 3, BINARY.length],
    ['bytes=3-99999', 3, BINARY.length],
  ])('gives the part %s', async (Range, from, to) => {
    const { status, headers, body } = await get('download/linux-amd64', { Range });
    expect(status).toBe(206);
    expect(body).toBe(BINARY.subarray(from, to).toString());
    expect(headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${BINARY.length}`);
  });

  it.each(['bytes=9-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-'])('is whole for %s', async (Range) => {
    expect(await get('download/linux-amd64', { Range })).toMatchObject({ status: 200, body: BINARY.toString() });
  });

  it('says of HEAD how long all of it is, whatever part is named', async () => {
    const asked = { headers: { Range: 'bytes=2-4' } };
    const { status, headers } = await parapet.call('HEAD', '/api/cli/download/linux-amd64', asked);
    expect([status, headers.get('content-length')]).toEqual([200, String(BINARY.length)]);
  });

  it('is whole where the part was of another release', async () => {
    const asked = { Range: 'bytes=2-4' };
    expect((await get('download/linux-amd64', { ...asked, 'If-Range': '"other"' })).status).toBe(200);
    expect((await get('download/linux-amd64', { ...asked, 'If-Range': ETAG })).status).toBe(206);
  });

  it.each(['bytes=99999-', 'bytes=-0'])('refuses %s, which is beyond it', async (Range) => {
    const { status, headers, body } = await get('download/linux-amd64', { Range });
    expect([status, body.err_key]).toEqual([416, 'err.request.range']);
    expect(headers.get('content-range')).toBe(`bytes */${BINARY.length}`);
  });
});

describe('install.sh', () => {
  const script = async (host: string) => (await get('install.sh', {}, host)).body as string;

  it('names a configured host and no other', async () => {
    expect(await script('acme.test')).toContain('http://acme.test}');
    expect(await script('ACME.test:8443')).toContain('http://ACME.test:8443}');
    expect(await script('evil.example')).not.toContain('evil.example');
  });

  describe.each(['sh', 'dash', 'bash'])('under %s', (shell) => {
    /** Runs it with stand-ins for what differs between machines: the system it says, and the network. */
    const run = (
      text: string,
      { served = BINARY as Buffer, base = 'http://parapet.test', there = '', args = [] as string[] } = {},
    ) => {
      const at = mkdtempSync(path.join(tmpdir(), 'parapet-install-'));
      const bin = path.join(at, 'bin');
      mkdirSync(bin);
      writeFileSync(path.join(at, 'file'), served);
      writeFileSync(path.join(at, 'sums'), `${sha256} parapet-linux-amd64\n`);
      const curl = `#!/bin/sh
while [ $# -gt 1 ]; do [ "$1" = -o ] && out=$2; shift; done
case "$1" in ${base}/api/cli/checksums.txt) cat ${at}/sums ;; ${base}/api/cli/download/parapet-linux-amd64) cat ${at}/file ;; *) exit 22 ;; esac > "$out"
`;
      writeFileSync(path.join(bin, 'curl'), curl, { mode: 0o755 });
      writeFileSync(path.join(bin, 'uname'), '#!/bin/sh\n[ "$1" = -s ] && echo Linux || echo x86_64\n', {
        mode: 0o755,
      });
      const target = path.join(at, 'target');
      if (there !== '') {
        mkdirSync(target);
        writeFileSync(path.join(target, 'parapet'), there, { mode: 0o755 });
      }
      const own = { PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, HOME: at, PARAPET_BIN_DIR: target, LANG: 'C' };
      const env = { ...own, NODE_ENV: 'test' } as const;
      const { status, stdout, stderr } = spawnSync(shell, ['-s', '--', ...args], {
        input: text,
        env,
        encoding: 'utf8',
      });
      const installed = spawnSync(path.join(target, 'parapet'), [], { encoding: 'utf8' }).stdout;
      const rest = spawnSync('ls', ['-A', target], { encoding: 'utf8' }).stdout;
      rmSync(at, { recursive: true, force: true });
      return { status, stdout, stderr, installed, rest };
    };

    it('installs what the checksum names', async () => {
      const ran = run(await script('acme.test'), { base: 'http://acme.test' });
      expect(ran).toMatchObject({ status: 0, installed: 'the command line\n', rest: 'parapet\n' });
    });

    it('installs nothing that was changed on the way', async () => {
      const ran = run(await script('acme.test'), { base: 'http://acme.test', served: Buffer.from('changed') });
      expect(ran).toMatchObject({ status: 1, rest: '', stderr: expect.stringContaining('checksum does not match') });
    });

    it('with --check says whether what is there is what the server has, and installs nothing', async () => {
      const text = await script('acme.test');
      const checked = (there: string) => run(text, { base: 'http://acme.test', there, args: ['--check'] });
      const said = (message: string) => expect.stringMatching(new RegExp(`/target/parapet${message}`));
      expect(checked(BINARY.toString())).toMatchObject({
        status: 0,
        stdout: said(' is the one of http://acme.test\\.'),
      });
      const stale = { status: 1, stderr: said(' is not the one of http://acme.test\\.'), rest: 'parapet\n' };
      expect(checked('#!/bin/sh\necho old\n')).toMatchObject({ ...stale, installed: 'old\n' });
      expect(checked('')).toMatchObject({ status: 1, stderr: said('\\.'), rest: '' });
      expect(run(text, { base: 'http://acme.test', args: ['--chek'] })).toMatchObject({
        status: 1,
        stderr: 'parapet: --chek is unknown; known: --check.\n',
        rest: '',
      });
    });

    it('asks for the address where its own host is not configured', async () => {
      expect(run(await script('evil.example'))).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('set PARAPET_URL'),
      });
    });
  });
});
