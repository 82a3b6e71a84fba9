import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { PACKED, PACKED_TYPES } from '../server/built-files';

/** Below this many bytes an answer is one packet either way. */
const LEAST = 1024;

/** Writes each file of a folder that packs well packed beside itself, as small as gzip makes it. */
export function packFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!PACKED_TYPES.includes(path.extname(name))) continue;
    const file = path.join(folder, name);
    const content = readFileSync(file);
    if (content.length >= LEAST) writeFileSync(file + PACKED, gzipSync(content, { level: 9 }));
  }
}
