/**
 * No TypeScript: to read that, each start of the server would load the compiler, 24 MB of memory that stay.
 * @type {import('next').NextConfig}
 */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  reactCompiler: false,
  // The optimizer is an outbound fetcher with its own advisories; the console ships no photographs.
  images: { unoptimized: true },
  // `npm test` checks types over the whole tree; checking the pages again would only make the first start slower.
  typescript: { ignoreBuildErrors: true },
  // Writing it takes a quarter of a build, so it waits until somebody builds again (scripts/build.ts).
  experimental: { turbopackFileSystemCacheForBuild: process.env.BUILD_AGAIN === '1' },
  // Texts come compiled (scripts/generate.ts): their parser is a good tenth of what the browser's own code would weigh.
  turbopack: {
    rules: {
      'schemas.js': {
        condition: { all: ['browser', { path: /zod\/v4\/classic\/schemas\.js$/ }] },
        loaders: ['./scripts/without-json-schema.cjs'],
      },
    },
    resolveAlias: {
      'use-intl/format-message': './node_modules/use-intl/dist/esm/production/format-message/format-only.js',
    },
  },
  serverExternalPackages: [
    'libsql',
    '@duckdb/node-api',
    '@clickhouse/client',
    '@node-rs/argon2',
    'pino',
    'pg',
    'nodemailer',
  ],
};

export default config;
