/** `npm run routes`: every endpoint, one line each. */
import { routes } from '@/lib/api/registry';

const rows = routes.map(({ endpoint, folder, action }) => [
  endpoint.method,
  endpoint.path,
  typeof endpoint.permission === 'string' ? endpoint.permission : action,
  `${folder}/contract.ts`,
]);
rows.sort((a, b) => `${a[1]} ${a[0]}`.localeCompare(`${b[1]} ${b[0]}`));
const widths = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
for (const row of rows)
  console.log(
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
