import type { NextConfig } from 'next';

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  reactCompiler: false,
  // The optimizer is an outbound fetcher with its own advisories; the console ships no photographs.
  images: { unoptimized: true },
  // `npm test` checks types over the whole tree; checking the pages again would only make the first start slower.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['libsql', '@duckdb/node-api', '@node-rs/argon2', 'pino', 'pg'],
};

export default config;
