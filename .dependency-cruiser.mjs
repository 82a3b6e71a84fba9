/** Import walls (DESIGN 4). */
const isomorphic =
  '(^lib/[^/]+/[^/]+/contract\\.ts$|^lib/api/(client|csv|endpoint|envelope|errors|fields|resource|verbs|words|zod-messages)\\.ts$|^lib/i18n/(locales|format|preferences)\\.ts$|^lib/auth/permissions\\.ts$|^lib/generated/(nav|resources|tabs|text-files)\\.ts$|^lib/[^/]+/[^/]+/resource\\.ts$|^lib/[^/]+/[^/]+/vocabulary\\.ts$|^lib/analytics/charts/pages/[^/]+/layout\\.ts$|^lib/analytics/charts/(drawable|lint)\\.ts$|^lib/text/unicode-name\\.ts$|^lib/guard/(bwlist/address|certs/coverage)\\.ts$)';

export default {
  forbidden: [
    {
      name: 'browser-takes-contracts-only',
      comment: 'Screens may know contracts and the client, never what is behind them.',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^(lib|server)/', pathNot: isomorphic, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'contracts-are-isomorphic',
      comment: 'A contract the browser cannot load would pull the server into the page.',
      severity: 'error',
      from: { path: '^lib/[^/]+/[^/]+/contract\\.ts$' },
      to: {
        pathNot: [
          '^lib/[^/]+/[^/]+/contract\\.ts$',
          '^lib/api/(endpoint|envelope|errors|fields|verbs|words)\\.ts$',
          '^lib/.*/vocabulary\\.ts$',
          '^lib/guard/(bwlist/address|domains/domain-name)\\.ts$',
          '^lib/i18n/locales\\.ts$',
          'node_modules/zod',
        ],
      },
    },
    {
      name: 'handlers-call-services',
      severity: 'error',
      from: { path: 'handlers\\.ts$', pathNot: '^lib/generated' },
      to: { path: '(repository\\.ts$|^lib/db/)' },
    },
    {
      name: 'server-never-imports-screens',
      severity: 'error',
      from: { path: '^(lib|server)/', pathNot: '^lib/generated/(nav|tabs)\\.ts$' },
      to: { path: '^(components|app)/' },
    },
    {
      name: 'links-wait-to-be-reached-for',
      comment: "Next's own link fetches every page in sight ahead: thirty-four requests for each page opened.",
      severity: 'error',
      from: { path: '^(app|components)/', pathNot: '^components/ui/controls/link\\.tsx$' },
      to: { path: 'node_modules/next/link' },
    },
    {
      name: 'pages-stay-thin',
      comment: 'Pages compose screens; data comes through the API.',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^lib/', pathNot: ['^lib/(runtime|i18n|generated)/', 'contract\\.ts$', '^lib/api/'] },
    },
    {
      name: 'migrations-are-history',
      comment:
        'What a migration did stays as it was: it takes its helpers from lib/db/migrations/frozen, which never change.',
      severity: 'error',
      from: { path: '^lib/db/migrations/' },
      to: {
        pathNot: ['^lib/db/migrations/frozen/', 'node_modules/(kysely|tldts)/', '^(node:)?(url|crypto|path|util)$'],
      },
    },
    {
      name: 'history-stays-in-migrations',
      comment: 'The product has its own; one that both use could not change.',
      severity: 'error',
      from: { pathNot: '^lib/db/migrations/' },
      to: { path: '^lib/db/migrations/frozen/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: '^lib/generated' },
      to: { circular: true, viaOnly: { pathNot: '^lib/generated', dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '(\\.d\\.ts$|^app/|\\.test\\.tsx?$|tables\\.ts$|^lib/db/tables\\.ts$)' },
      to: {},
    },
    {
      name: 'tests-are-leaves',
      severity: 'error',
      from: { pathNot: '(\\.test\\.tsx?$|^test/|^e2e/|/testing)' },
      to: { path: '(\\.test\\.tsx?$|^test/|/testing)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^\\.next|^dist)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
