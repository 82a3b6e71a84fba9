import { readdirSync } from 'node:fs';

let files: ReadonlySet<string> | undefined;

/** The files of `public/` as paths: icons, the manifest, robots.txt. Their names stay while what they say may change. */
const filesOf = () => {
  files ??= new Set(readdirSync('public').map((name) => `/${name}`));
  return files;
};

/** How long browsers may keep what is at a path that is no API; pages are made for one reader and moment. */
export function cachingOf(path: string): string | undefined {
  // Named by their content; Next says itself that they never change.
  if (path.startsWith('/_next/static/')) return undefined;
  return filesOf().has(path) ? 'public, max-age=86400' : 'no-store';
}
