import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { stream } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { asWritten } from '@/lib/api/words';

export const errors = defineErrors({
  'err.cli.file_name': { code: 1271, status: 400, category: 'validation' },
  'err.cli.not_built': { code: 1272, status: 404, category: 'not_found' },
});

const system = asWritten(z.enum(['linux', 'darwin', 'windows']));
const arch = asWritten(z.enum(['amd64', 'arm64']));

/** A binary as both forms of the spec name it (4.1, 2.15). */
const Binary = z.object({ os: system, arch, download_url: z.string() });

/** CLI version (spec 2.15). `download_url` is a path of this server. */
export const CliVersion = z.object({
  version: z.string(),
  git_hash: z.string(),
  build_time: z.string(),
  binaries: z.array(Binary),
  platforms: z.array(Binary.extend({ sha256: z.string() })),
});
export type CliVersion = z.output<typeof CliVersion>;

/** Names that a download answers to: the tool's name before them and `.exe` of Windows may be left out. */
export const FILE_NAME = /^(?:parapet-)?(?:(linux|darwin)-(amd64|arm64)|(windows)-(amd64|arm64)(?:\.exe)?)$/;

/** What `npm run cli:release` writes as `manifest.json`; the one place from which names of files come. */
export const Manifest = z.strictObject({
  version: z.string().regex(/^v\d+\.\d+\.\d+-[0-9A-Za-z.]{1,40}$/),
  git_hash: z.string().regex(/^[0-9a-f]{0,64}$/),
  build_time: z.iso.datetime(),
  /** By which nodes believe what is signed; releases built before there were signatures have none. */
  public_key: z.base64().min(1).max(128).optional(),
  files: z
    .array(
      z.strictObject({
        name: z.string().regex(/^parapet-(linux|darwin|windows)-(amd64|arm64)(\.exe)?$/),
        os: system,
        arch,
        size: z.int().min(1),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        signature: z.base64().min(1).max(128).optional(),
      }),
    )
    .max(6),
});
export type Manifest = z.output<typeof Manifest>;

/** The command line, as this server offers it. */
export const cliRelease = contract({
  version: endpoint({
    method: 'GET',
    path: '/api/cli/version',
    permission: 'public',
    summary: 'Which command line this server has, and for which systems',
    data: CliVersion,
  }),
  install: endpoint({
    method: 'GET',
    path: '/api/cli/install.sh',
    permission: 'public',
    summary: 'A shell script that installs the command line from this server and verifies it',
    data: stream,
    media: ['text/x-shellscript; charset=utf-8'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/cli/download/{filename}',
    permission: 'public',
    summary: 'Download the command line of one system, whole or a range of it',
    data: stream,
    media: ['application/octet-stream'],
    takesRanges: true,
    unknown: 'err.cli.file_name',
    errors: ['err.cli.file_name', 'err.cli.not_built', 'err.request.range'],
  }),
  checksums: endpoint({
    method: 'GET',
    path: '/api/cli/checksums.txt',
    permission: 'public',
    summary: 'SHA-256 of each file, one a line',
    data: stream,
    media: ['text/plain; charset=utf-8'],
  }),
});
