import { describe, expect, it } from 'vitest';
import { importsOf, lateImports, segmentFiles, textsNamedIn } from './page-texts';

const tree = {
  common: { save: 'Save', table: { export_csv: 'CSV', export_json: 'JSON', rows: 'Rows' } },
  guard: { certs: { title: 'Certificates', states: { on: 'On', off: 'Off' }, rest: 'Rest' } },
  kind: { user: 'user', role: 'role' },
  page: { a: { title: 'A', other: 'B' } },
};
const named = (source: string) => textsNamedIn(source, tree).sort();

describe('texts that a module names', () => {
  it('are known: a namespace that the source does not say stops the build', () => {
    expect(() => named('const t = useTranslations(of(page));')).toThrow('useTranslations(of(page)');
    expect(() => named('const t = useTranslations(BASE);')).toThrow('quote the namespace');
    expect(named('const t = useTranslations(namespace); useTranslations()')).toEqual([]);
  });

  it('are the keys that its translators are called with', () => {
    expect(named("const t = useTranslations('guard.certs');\nt('title'); t.rich('states.on', {})")).toEqual([
      'guard.certs.states.on',
      'guard.certs.title',
    ]);
  });

  it('are all that a template can become', () => {
    expect(named(`const t = useTranslations('common');\nt(\`table.export_\${format}\`)`)).toEqual([
      'common.table.export_csv',
      'common.table.export_json',
    ]);
    expect(named(`t(\`kind.\${one.type}\`)`)).toEqual(['kind.role', 'kind.user']);
    expect(named(`t(\`page.\${one}.title\`)`)).toEqual(['page.a.title']);
    expect(named(`view(\`guard.\${page}.view\`)`)).toEqual([]);
  });

  it('are not those of what comes later, with all texts', () => {
    const load = "const load = () => import('./a');";
    expect(lateImports(`${load}\nconst { part } = useLatePart(load);`)).toEqual(['./a']);
    expect(lateImports("const A = latePart(() => import('./a').then((m) => m.A));\nimport('./b')")).toEqual(['./a']);
    expect(lateImports(`${load}\nconst Part = dynamic(load);`)).toEqual([]);
  });

  it('are both of two', () => {
    expect(named("const t = useTranslations('guard.certs');\nt(isOn ? 'states.on' : 'states.off')")).toEqual([
      'guard.certs.states.off',
      'guard.certs.states.on',
    ]);
  });

  it('are a whole namespace where the translator is handed on, or called with what the source does not say', () => {
    for (const use of [
      't(key)',
      'sentenceOf(t)',
      "t(is(x) ? 'a' : 'b')",
      "t(x ? 'a' : y ? 'b' : 'c')",
      '<A t={t} />',
    ]) {
      expect(named(`const t = useTranslations('guard.certs');\nt('title');\n${use}`)).toEqual(['guard.certs']);
    }
    expect(named("useTranslations('common')(key)")).toEqual(['common']);
  });

  it('belong to the translator before them', () => {
    const source =
      "const t = useTranslations('common');\nt('save');\nconst t = useTranslations('guard.certs');\nt('rest')";
    expect(named(source)).toEqual(['common.save', 'guard.certs.rest']);
  });

  it('are those of any quoted path, such as a namespace in a constant or a label in a list', () => {
    expect(named("const NAMESPACE = 'guard.certs'; const item = { label: 'common.table.rows' }")).toEqual([
      'common.table.rows',
      'guard.certs',
    ]);
    expect(named('<Chart namespace="common" />; const NAMESPACE = \'page\'')).toEqual(['common', 'page']);
    expect(named("/** As `page.a.title`. */\n// or 'kind.user'\n * 'kind.role'\nconst a = 'page.a.other';")).toEqual([
      'page.a.other',
    ]);
    expect(named("type: 'guard', kind: 'kind', of: 'common'")).toEqual([]);
  });
});

it('pages take their dialogs and what is around them along, and nothing of the server', async () => {
  const graph = await importsOf(segmentFiles());
  const modules = [...graph.keys()];
  expect(modules).toContain('components/guard/domains/delete-domain-dialog.tsx');
  expect(modules).toContain('components/layout/palette/command-palette.tsx');
  expect(modules.filter((module) => module.startsWith('lib/db/') || module.endsWith('/service.ts'))).toEqual([]);
});
