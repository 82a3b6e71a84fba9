/** The figures of DESIGN 9 on this machine; compare ratios, not machines. */
import { watchStolen } from '../stolen';
import { benchAnalytics } from './analytics';
import { benchConfiguration } from './configuration';
import { benchDomains } from './domains';
import { benchFilters } from './filters';
import { benchLists } from './lists';
import { benchManyEvents } from './many-events';
import { benchNodes } from './nodes';
import { benchRules } from './rules';
import { benchSaved } from './saved';
import { benchWriters } from './writers';

export type Row = { work: string; figure: string; target: string };

const sections = {
  configuration: benchConfiguration,
  domains: benchDomains,
  lists: benchLists,
  nodes: benchNodes,
  saved: benchSaved,
  rules: benchRules,
  writers: benchWriters,
  analytics: benchAnalytics,
  filters: benchFilters,
  'many-events': benchManyEvents,
};

/** Takes an hour and some twenty gigabytes of disk, so only who names it gets it. */
const ONLY_NAMED = 'many-events';

const wanted = process.argv.slice(2);
for (const [name, run] of Object.entries(sections)) {
  if (!wanted.includes(name) && (wanted.length > 0 || name === ONLY_NAMED)) continue;
  const stolen = watchStolen();
  console.table(await run());
  process.stdout.write(`The machine's host took ${Math.round(stolen() * 100)} % of the processors meanwhile.\n`);
}
