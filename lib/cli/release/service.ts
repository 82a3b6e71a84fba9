import { createReadStream } from 'node:fs';
import type { Ctx } from '@/lib/api/context';
import type { StreamReply } from '@/lib/api/envelope';
import { AppError } from '@/lib/api/errors';
import { isLoopback } from '@/lib/tenancy/oem';
import packageJson from '@/package.json' with { type: 'json' };
import { type CliVersion, FILE_NAME, type Manifest } from './contract';
import { scriptFor } from './install-script';
import { namesEtag, rangeOf } from './range';
import { placeOf, readManifest } from './release';
import { isConfigured } from './repository';

const released = ({ runtime }: Ctx) => readManifest(runtime.config.CLI_RELEASE_DIR);

/** What is released; with nothing built the product's own version and no binaries. */
export async function version(ctx: Ctx): Promise<CliVersion> {
  const manifest = await released(ctx);
  if (!manifest)
    return { version: `v${packageJson.version}`, git_hash: '', build_time: '', binaries: [], platforms: [] };
  const { files, version, git_hash, build_time } = manifest;
  const platforms = files.map(({ name, os, arch, sha256 }) => ({
    os,
    arch,
    download_url: `/api/cli/download/${name}`,
    sha256,
  }));
  return { version, git_hash, build_time, binaries: platforms.map(({ sha256: _, ...binary }) => binary), platforms };
}

/** The checksums in the form of the spec; empty where nothing is built. */
export async function checksums(ctx: Ctx): Promise<StreamReply> {
  const manifest = await released(ctx);
  const lines = manifest?.files.map(({ name, sha256 }) => `${sha256} ${name}\n`) ?? [];
  return textReply('text/plain; charset=utf-8', 'checksums.txt', lines.join(''));
}

/**
 * The installer. Only a host that the operator configured, or this machine's own, gets into its text; sent elsewhere it asks
 * its reader for the address.
 */
export async function installScript(ctx: Ctx): Promise<StreamReply> {
  const { host, secure } = ctx.request;
  const isKnown = /^[\w.:[\]-]+$/.test(host) && (isLoopback(host) || (await isConfigured(ctx.db, host)));
  const base = isKnown ? `${secure ? 'https' : 'http'}://${host}` : '';
  return textReply('text/x-shellscript; charset=utf-8', 'install.sh', scriptFor(base));
}

/** One file, or the part of it that is asked for. The caller's name only chooses among those of the manifest. */
export async function download(ctx: Ctx, filename: string): Promise<StreamReply> {
  const manifest = await released(ctx);
  const file = fileNamed(manifest, filename);
  const place = manifest && file && (await placeOf(ctx.runtime.config.CLI_RELEASE_DIR, manifest, file));
  if (!file || !place) throw new AppError('err.cli.not_built', { values: { filename } });
  const etag = `"${file.sha256}"`;
  const kept = { media_type: 'application/octet-stream', file_name: file.name };
  const headers = { ETag: etag, 'Accept-Ranges': 'bytes', 'Cache-Control': 'no-cache' };
  const { header, method } = ctx.request;
  if (namesEtag(header('if-none-match'), etag)) return { ...kept, headers, status: 304, chunks: nothing() };

  // Only GET knows ranges (RFC 9110, 14.2).
  const takesRange = method === 'GET' && (header('if-range') ?? etag) === etag;
  const range = takesRange ? rangeOf(header('range'), file.size) : undefined;
  const { first, last } = range ?? { first: 0, last: file.size - 1 };
  return {
    ...kept,
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(last - first + 1),
      ...(range ? { 'Content-Range': `bytes ${first}-${last}/${file.size}` } : {}),
    },
    chunks: piecesOf(place, first, last),
  };
}

function fileNamed(manifest: Manifest | undefined, filename: string) {
  const named = FILE_NAME.exec(filename);
  if (!named) throw new AppError('err.cli.file_name', { field: 'filename' });
  const [, unix, unixArch, windows, windowsArch] = named;
  return manifest?.files.find(({ os, arch }) => os === (unix ?? windows) && arch === (unixArch ?? windowsArch));
}

/** Opened when it is read, which HEAD never does. */
async function* piecesOf(place: string, start: number, end: number) {
  yield* createReadStream(place, { start, end });
}

function textReply(media_type: string, file_name: string, text: string): StreamReply {
  const bytes = Buffer.from(text);
  return {
    media_type,
    file_name,
    inline: true,
    headers: { 'Content-Length': String(bytes.length) },
    chunks: one(bytes),
  };
}

async function* nothing() {}

async function* one(bytes: Buffer) {
  yield bytes;
}
