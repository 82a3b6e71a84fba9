/** `npm run charts`: every chart, one line each; `-- --json` as GET /api/analytics/charts answers, `-- --locale zh-CN` in Chinese. */
import { parseArgs } from 'node:util';
import { chartPagesIn } from '@/lib/analytics/catalogue/service';
import { DEFAULT_LOCALE, isLocale, LOCALES } from '@/lib/i18n/locales';

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, locale: { type: 'string', default: DEFAULT_LOCALE } },
});
if (!isLocale(values.locale)) {
  console.error(`--locale: one of ${LOCALES.join(', ')}`);
  process.exit(1);
}
const list = chartPagesIn(values.locale);
if (values.json) console.log(JSON.stringify({ list }, null, 2));
else {
  for (const { page, purpose, charts } of list) {
    console.log(`${page}: ${purpose}`);
    for (const { key, render_hint, title, dimensions, measures } of charts) {
      const columns = [...dimensions, ...measures].map((one) => one.name).join(', ');
      console.log(`  ${key.padEnd(30)} ${render_hint.padEnd(36)} ${title} (${columns})`);
    }
  }
}
