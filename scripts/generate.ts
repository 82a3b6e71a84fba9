/**
 * Writes lib/generated: what the folders already say, as imports. A new resource, migration, navigation entry or
 * message file is found here, so that adding one touches nothing shared.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import compile from 'icu-minify/compile';
import { LOCALES } from '../lib/i18n/locales';
import { contractComments } from './contract-comments';
import { writeInterfaceFonts } from './fonts/interface-fonts';
import { gather, type MessageFile, type Origins, requireGiven, requireSame, type Tree } from './messages';
import { textsOfPages } from './page-texts';

const OUT = 'lib/generated';
const header = '// Written by `npm run generate`; do not edit.\n';

/** Writes only what changed, so that incremental builds stay incremental. */
function write(name: string, content: string) {
  const file = path.join(OUT, name);
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return;
  writeFileSync(file, content);
}

/** Files below a folder whose path matches, in a stable order. */
function find(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name.split(path.sep).join('/')}`,
  );
  return files.filter((file) => pattern.test(file)).sort();
}

const identifier = (file: string) => file.replace(/\.\w+$/, '').replace(/[^a-zA-Z0-9]+/g, '_');
const specifier = (file: string) => `@/${file.replace(/\.ts$/, '')}`;

/** Contracts that declare endpoints; one that only names shapes shared with the browser has no handlers to bind. */
function contracts() {
  const files = find('lib', /^lib\/[^/]+\/[^/]+\/contract\.ts$/).filter((file) =>
    readFileSync(file, 'utf8').includes('= contract({'),
  );
  const imports = files.map((f) => `import * as ${identifier(f)} from '${specifier(f)}';`);
  const entries = files.map((f) => `  '${path.dirname(f)}': ${identifier(f)},`);
  write(
    'contracts.ts',
    `${header}${imports.join('\n')}\n\nexport const contractModules = {\n${entries.join('\n')}\n};\n`,
  );
}

/** What the API reference says of schemas: the comments beside them. */
function comments() {
  const files = find('lib', /\.ts$/).filter(
    (file) => !/\.test\.ts$|\/generated\//.test(file) && /= contract\(|from 'zod'/.test(readFileSync(file, 'utf8')),
  );
  write('comments.json', `${JSON.stringify(contractComments(files), null, 1)}\n`);
}

function handlers() {
  const entries = find('lib', /^lib\/[^/]+\/[^/]+\/handlers\.ts$/).map(
    (f) => `  '${path.dirname(f)}': () => import('${specifier(f)}'),`,
  );
  write('handlers.ts', `${header}export const handlerModules = {\n${entries.join('\n')}\n};\n`);
}

function migrations() {
  const files = find('lib/db/migrations', /^lib\/db\/migrations\/[^/]+\.ts$/);
  const imports = files.map(
    (f) => `import * as ${identifier(path.basename(f)).replace(/^/, 'm')} from '${specifier(f)}';`,
  );
  const entries = files.map((f) => `  '${path.basename(f, '.ts')}': m${identifier(path.basename(f))},`);
  write('migrations.ts', `${header}${imports.join('\n')}\n\nexport const migrations = {\n${entries.join('\n')}\n};\n`);
}

/** Pages of charts: what each declares and where it shows that, by its name. */
function chartPages() {
  const files = find('lib/analytics/charts/pages', /\/pages\/\w+\/charts\.ts$/);
  const named = files.map((file) => ({ page: path.basename(path.dirname(file)), folder: path.dirname(file) }));
  const imports = named.flatMap(({ page, folder }) => [
    `import { charts as ${page} } from '@/${folder}/charts';`,
    `import { layout as ${page}Layout } from '@/${folder}/layout';`,
  ]);
  const entries = named.map(({ page }) => `  ${page}: { charts: ${page}, layout: ${page}Layout },`);
  const list = `export const chartPages = {\n${entries.join('\n')}\n};\n`;
  write('chart-pages.ts', `${header}${imports.join('\n')}\n\n${list}`);
}

/** Modules of one name, at any depth below lib, by their folder. */
function byFolder(name: string, exported: string) {
  const files = find('lib', new RegExp(`^lib/[^/]+(/[^/]+)?/${name}\\.ts$`)).filter(
    (file) => !file.startsWith('lib/generated/') && readFileSync(file, 'utf8').includes(`export const ${exported}`),
  );
  const imports = files.map((f) => `import * as ${identifier(f)} from '${specifier(f)}';`);
  const entries = files.map((f) => `  '${path.dirname(f)}': ${identifier(f)},`);
  const list = `export const ${name.replace(/s$/, '')}Modules = {\n${entries.join('\n')}\n};\n`;
  write(`${name}.ts`, `${header}${imports.join('\n')}\n\n${list}`);
}

/** What modules add to the runtime: each export of a `runtime.ts` that declares parts. */
function runtimeParts() {
  const files = find('lib', /^lib\/[^/]+(\/[^/]+)?\/runtime\.ts$/).filter((file) =>
    readFileSync(file, 'utf8').includes('= runtimePart({'),
  );
  const imports = files.map((f) => `import * as ${identifier(f)} from '${specifier(f)}';`);
  const entries = files.map((f) => `  ...Object.values(${identifier(f)}),`);
  write(
    'runtime-parts.ts',
    `${header}${imports.join('\n')}\n\nexport const runtimeParts = [\n${entries.join('\n')}\n];\n`,
  );
}

function resources() {
  const files = find('lib', /^lib\/[^/]+\/[^/]+\/resource\.ts$/);
  const imports = files.map((f) => `import * as ${identifier(f)} from '${specifier(f)}';`);
  const list = files.map((f) => `...Object.values(${identifier(f)})`).join(', ');
  const type = `import type { Resource } from '@/lib/api/resource';\n`;
  write(
    'resources.ts',
    `${header}${type}${imports.join('\n')}\n\nexport const resources: readonly Resource[] = [${list}];\n`,
  );
}

function navigation() {
  const files = find('components', /^components\/[^/]+\/[^/]+\/nav\.ts$/);
  const imports = files.map((f) => `import { nav as ${identifier(f)} } from '${specifier(f)}';`);
  const list = files.map(identifier).join(', ');
  write('nav.ts', `${header}${imports.join('\n')}\n\nexport const navItems = [${list}];\n`);
}

/** Tabs that resources add to objects' pages. */
function tabs() {
  const files = find('components', /^components\/[^/]+\/[^/]+\/tab\.tsx$/);
  const type = `import type { ObjectTab } from '@/components/ui/tabs/object-tab';\n`;
  const imports = files.map((f) => `import * as ${identifier(f)} from '@/${f.replace(/\.tsx$/, '')}';`);
  const list = files.map((f) => `...Object.values(${identifier(f)})`).join(', ');
  write(
    'tabs.ts',
    `${header}${type}${imports.join('\n')}\n\nexport const objectTabs: readonly ObjectTab<never>[] = [${list}];\n`,
  );
}

/** A tree of texts in the form that is formatted without parsing it; throws where one is no ICU message, naming it. */
const compiled = (tree: Tree, at: string): unknown =>
  Object.fromEntries(
    Object.entries(tree).map(([key, node]) => {
      if (typeof node !== 'string') return [key, compiled(node, `${at}.${key}`)];
      try {
        return [key, compile(node)];
      } catch (error) {
        throw new Error(`${at}.${key} is no ICU message: ${(error as Error).message}`);
      }
    }),
  );

/** The trees of one kind that are written for each language, by language. */
function byLocale(name: string) {
  const imports = LOCALES.map((locale) => `import ${identifier(locale)} from './${name}.${locale}.json';`);
  const entries = LOCALES.map((locale) => `  '${locale}': ${identifier(locale)},`);
  write(`${name}.ts`, `${header}${imports.join('\n')}\n\nexport const ${name} = {\n${entries.join('\n')}\n};\n`);
}

/** All texts of a language: a file that is named by its content, so that a browser keeps it until the next release. */
function textFiles() {
  const entries = LOCALES.map((locale) => `  '${locale}': () => new URL('./texts.${locale}.json', import.meta.url),`);
  write('text-files.ts', `${header}export const textFiles = {\n${entries.join('\n')}\n};\n`);
}

/** The first so many languages have every value that the code gives. */
const WRITTEN_WITH = 2;

function contentOf(file: string): MessageFile['content'] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`);
  }
}

/**
 * A file's texts live under its path (`guard/policies.json` is `guard.policies`); the branches `err`, `permission`,
 * `sentence`, `kind` and `words` of any file belong to the product-wide trees of those names. The browser's file lacks
 * the errors, which the server sends already translated, and is compiled, so that no page carries a parser of messages.
 * Answers the source of what the browser gets of one language.
 */
function messages(): Tree {
  const origins: Record<string, Origins> = {};
  const trees: [string, Tree][] = [];
  let browser: Tree = {};
  for (const locale of LOCALES) {
    const folder = `messages/${locale}`;
    const files = find(folder, /\.json$/).map((file) => ({
      name: path.posix.relative(folder, file),
      content: contentOf(file),
    }));
    const gathered = gather(locale, files);
    origins[locale] = gathered.origins;
    trees.push([locale, gathered.tree]);
    write(`messages.${locale}.json`, `${JSON.stringify(gathered.tree, null, 1)}\n`);
    const { err: _server, ...rest } = gathered.tree;
    browser = rest;
    write(`texts.${locale}.json`, JSON.stringify(compiled(browser, locale)));
  }
  requireSame(origins);
  requireGiven(
    trees.slice(0, WRITTEN_WITH).map(([, tree]) => tree),
    trees.slice(WRITTEN_WITH),
  );
  byLocale('messages');
  byLocale('texts');
  textFiles();
  return browser;
}

/** Which texts each page can show. */
async function pageTexts(browser: Tree) {
  const entries = Object.entries(await textsOfPages(browser)).map(
    ([route, paths]) => `  '${route}': [${paths.map((one) => `'${one}'`).join(', ')}],`,
  );
  const type = 'Readonly<Record<string, readonly string[]>>';
  write('page-texts.ts', `${header}export const pageTexts: ${type} = {\n${entries.join('\n')}\n};\n`);
}

async function generate(): Promise<void> {
  mkdirSync(OUT, { recursive: true });
  contracts();
  comments();
  handlers();
  migrations();
  byFolder('jobs', 'jobs');
  byFolder('artefact', 'artefact');
  byFolder('documentation', 'documentation');
  chartPages();
  navigation();
  resources();
  runtimeParts();
  tabs();
  const texts = messages();
  // A tree without pages, such as that of a trial, needs neither.
  if (existsSync('app')) {
    await pageTexts(texts);
    await writeInterfaceFonts(OUT);
  }
}

generate().catch((error: Error) => {
  // What is wrong in a file is said in a sentence; where it is this program, its place is needed.
  process.stderr.write(`Generating failed: ${error.name === 'Error' ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
