/** Finds the texts that each page can show: those that the modules it is made of name. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { NOWHERE } from '../lib/i18n/nowhere';
import type { Tree } from './messages';

/** A module's imports by path, static and dynamic: what a page's dialogs say belongs to the page. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const SEGMENT_FILES = /(^|\/)(page|layout|error|not-found)\.tsx$/;
/** Inside quotes: a path of texts, or the begin of one that a template goes on with; at last what ends the template. */
const QUOTED = '[\'"`]([\\w.-]*?)(\\.?\\$\\{(?:[\\w.]+\\}(\\.[\\w.-]+)`)?|[\'"`])';
/** Such as `'guard.certs.title'` or `nav.groups.${group}`. */
const NAMED = new RegExp(`((?:useTranslations\\(|(?:namespace|NAMESPACE|texts)\\s*[=:])\\s*)?${QUOTED}`, 'g');
/** Lines that are nothing but a comment, or a part of one. */
const COMMENT = /^[ \t]*(?:\/\/|\*|\/\*(?!.*\*\/[ \t]*\S)).*$/gm;
/** A translator of a namespace that no reader of the source can know. */
const UNKNOWN = /useTranslations\((?!\s*(?:['"`)]|[\w.]*(?:namespace|NAMESPACE|texts)\)))[^)]*\)/;
const TRANSLATOR = /\bconst (\w+) = useTranslations\((?:'([\w.-]+)')?\);/g;
/** A call takes one key, or one of two. */
const ARGUMENT = `(?:${QUOTED}|[^'"\`()?]*\\?\\s*${QUOTED}\\s*:\\s*${QUOTED}\\s*[,)])`;
const CALL = `(?:\\.(?:rich|has|markup|raw))?\\(\\s*${ARGUMENT}`;

type Quoted = { key: string; end: string; tail: string };

const nodeAt = (tree: Tree, keys: readonly string[]): Tree | string | undefined =>
  keys.reduce<Tree | string | undefined>((at, key) => (typeof at === 'object' ? at[key] : undefined), tree);

/** The paths that quoted text means: itself, or all that a template can become. */
function pathsOf(tree: Tree, { key, end, tail }: Quoted): string[] {
  const exists = (one: string) => nodeAt(tree, one.split('.')) !== undefined;
  if (!end.includes('$')) return exists(key) ? [key] : [];
  const keys = key.split('.');
  const begin = end.startsWith('.') ? '' : (keys.pop() ?? '');
  const branch = nodeAt(tree, keys);
  const names = typeof branch === 'object' ? Object.keys(branch).filter((name) => name.startsWith(begin)) : [];
  return names.map((name) => `${[...keys, name].join('.')}${tail}`).filter(exists);
}

/** The keys that a translator is called with in a source; null where it is handed on or called with anything else. */
function keysOf(translator: string, source: string): Quoted[] | null {
  const uses = [...source.matchAll(new RegExp(`(?<![\\w.'’-])${translator}\\b(?:${CALL})?`, 'g'))];
  const keys = uses.map(([, ...found]) =>
    [0, 3, 6].flatMap((i) =>
      found[i] === undefined ? [] : [{ key: found[i], end: found[i + 1] ?? '', tail: found[i + 2] ?? '' }],
    ),
  );
  return keys.some((used) => used.length === 0) ? null : keys.flat();
}

/** What a module takes of the namespaces of its translators; each goes as far as the next of its name. */
function textsTranslatedIn(source: string, tree: Tree): string[] {
  const translators = [...source.matchAll(TRANSLATOR)];
  return translators.flatMap(([declaration, name = '', namespace], i) => {
    if (namespace === undefined) return [];
    const from = (translators[i]?.index ?? 0) + declaration.length;
    const next = translators.slice(i + 1).find(([, other]) => other === name)?.index;
    const keys = keysOf(name, source.slice(from, next).replaceAll(TRANSLATOR, ''));
    return keys?.flatMap((used) => pathsOf(tree, { ...used, key: `${namespace}.${used.key}` })) ?? [namespace];
  });
}

/**
 * The paths of the texts that a module names: a text, or a branch of which it takes any. A single word is a path only
 * where it is the namespace of a translator, or the head of a template that goes on with a dot. Throws where a namespace
 * is neither quoted nor in something called `namespace` or `texts`, since a page could lack its texts then.
 */
export function textsNamedIn(source: string, tree: Tree): string[] {
  const code = source.replaceAll(COMMENT, '');
  const unknown = UNKNOWN.exec(code);
  if (unknown) throw new Error(`${unknown[0]}: quote the namespace, or call what holds it "namespace"`);
  const named = new Set<string>(textsTranslatedIn(code, tree));
  for (const [, isNamespace, key = '', end = '', tail = ''] of code.replaceAll(TRANSLATOR, '').matchAll(NAMED)) {
    const isPath = key.includes('.') || isNamespace !== undefined || end.startsWith('.');
    if (isPath) for (const one of pathsOf(tree, { key, end, tail })) named.add(one);
  }
  return [...named];
}

/** Paths without those that another one contains, in order. */
function outermost(paths: ReadonlySet<string>): string[] {
  return [...paths].filter((one) => !parentsOf(one).some((parent) => paths.has(parent))).sort();
}

function parentsOf(one: string): string[] {
  const keys = one.split('.');
  return keys.slice(1).map((_, i) => keys.slice(0, i + 1).join('.'));
}

/** All modules that one of these loads, itself included. */
function modulesOf(graph: ImportGraph, entries: readonly string[]): Set<string> {
  const seen = new Set<string>(entries);
  for (const module of seen) for (const imported of graph.get(module) ?? []) seen.add(imported);
  return seen;
}

/** The address of a page's file: `app/(console)/guard/domains/[id]/page.tsx` is `/guard/domains/[id]`. */
function routeOf(page: string): string {
  const segments = page.split('/').slice(1, -1);
  if (segments.some((segment) => segment.startsWith('[..'))) throw new Error(`${page}: no page may take any path`);
  return `/${segments.filter((segment) => !segment.startsWith('(')).join('/')}`;
}

/**
 * The files that Next puts around a page: the layouts and error pages of its folder and of those above. What says that
 * nothing is there takes its place only where the page asks for that.
 */
function filesAround(page: string, all: readonly string[]): string[] {
  const asks = /\bnotFound\(/.test(readFileSync(page, 'utf8'));
  const files = all.filter((file) => asks || path.posix.basename(file) !== 'not-found.tsx');
  const folders = path.posix
    .dirname(page)
    .split('/')
    .map((_, i, all) => all.slice(0, i + 1).join('/'));
  return files.filter((file) => file === page || (!isPage(file) && folders.includes(path.posix.dirname(file))));
}

const isPage = (file: string) => path.posix.basename(file) === 'page.tsx';

/** Pages take nothing from the server but data. */
const withoutServer: Plugin = {
  name: 'without-server',
  setup(bundler) {
    bundler.onResolve({ filter: /^@\/lib\// }, ({ importer }) =>
      importer.startsWith(path.resolve('app')) ? { path: importer, external: true } : undefined,
    );
  },
};

const IMPORT = "import\\('([^']+)'\\)";

/** What a module loads together with all texts, as it names it. */
export function lateImports(source: string): string[] {
  const late = /\b(?:useLatePart|withAllTexts)\(/.test(source) ? IMPORT : `\\blatePart\\(\\s*\\(\\) =>\\s*${IMPORT}`;
  return [...source.matchAll(new RegExp(late, 'g'))].map(([, name = '']) => name);
}

/** What the pages of `app` import, transitively, as the bundler reads it: types and packages are no modules. */
export async function importsOf(files: readonly string[]): Promise<ImportGraph> {
  const { metafile } = await build({
    entryPoints: [...files],
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'neutral',
    format: 'esm',
    outdir: 'unwritten',
    loader: { '.css': 'empty' },
    logLevel: 'error',
    plugins: [withoutServer],
  });
  const modules = Object.entries(metafile.inputs);
  return new Map(
    modules.map(([file, { imports }]) => {
      const later = lateImports(readFileSync(file, 'utf8'));
      return [file, imports.filter((i) => !i.external && !later.includes(i.original ?? '')).map((i) => i.path)];
    }),
  );
}

/** The files of `app` that make up pages. */
export function segmentFiles(): string[] {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join('app', file));
  return files.filter((file) => SEGMENT_FILES.test(file)).sort();
}

/** What is shown at an address that leads to no page. */
const FILES_OF_NOWHERE = ['app/not-found.tsx', 'app/layout.tsx', 'app/error.tsx'];

/** The paths of the texts of each page, by its route. */
export async function textsOfPages(tree: Tree): Promise<Record<string, string[]>> {
  const files = segmentFiles();
  const graph = await importsOf(files);
  const named = new Map<string, string[]>();
  for (const file of graph.keys()) {
    if (/\.tsx?$/.test(file)) named.set(file, textsNamedIn(readFileSync(file, 'utf8'), tree));
  }
  const textsOf = (entries: readonly string[]) =>
    outermost(new Set([...modulesOf(graph, entries)].flatMap((file) => named.get(file) ?? [])));
  const pages = files.filter(isPage).map((page) => [routeOf(page), textsOf(filesAround(page, files))]);
  return Object.fromEntries([...pages, [NOWHERE, textsOf(FILES_OF_NOWHERE)]]);
}
