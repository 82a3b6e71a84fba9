import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { forgetWanted, written } from './objects';

/** A management plane and the node that this machine is there. */
type Known = Readonly<{ url: string; node_id: string }>;

/**
 * Has the folder of an agent belong to this management plane, and forgets what another one, or the same one of another node, wanted: each counts its
 * revisions by itself, so that the same number would be taken for the same objects.
 */
export function belongTo(folder: string, { url, node_id }: Known): void {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const file = path.join(folder, 'plane.json');
  const now = JSON.stringify({ url, node_id } satisfies Known);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (before === now) return;
  if (before !== undefined) forgetWanted(folder);
  written(file, now);
}
