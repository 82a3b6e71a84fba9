import { listed } from '@/lib/guard/rules/vocabulary';
import { plainOf } from './conditions';
import type { PolicyContent, Ranges } from './content';
import { word } from './escape';
import { secRule } from './sec-rules';
import { nginxVariable, RANGE_KINDS, type RangeKind } from './vocabulary';

const isRangeKind = (field: string): field is RangeKind => (RANGE_KINDS as readonly string[]).includes(field);

/** Which countries and autonomous systems the rules of a policy ask for. */
export function rangesOf({ acl_rules, cc_rules }: PolicyContent): Pick<Ranges, 'kind' | 'value'>[] {
  return [...acl_rules, ...cc_rules]
    .flatMap(({ matches }) => matches.map(plainOf))
    .flatMap(({ base, data }) => (isRangeKind(base) ? listed(data).map((value) => ({ kind: base, value })) : []));
}

/** Above the numbers of all rules of sites. */
const FIRST_ID = 2_100_000_000;

/**
 * Once for all sites, since each would keep the networks in memory again. The rules of sites come before those that all share, so these are
 * asked when the connection is taken, before any of them.
 */
export const rangeRules = (ranges: readonly Ranges[]): string[] =>
  ranges.map(({ kind, value, file }, i) =>
    secRule('REMOTE_ADDR', `@ipMatchFromFile ${word(file)}.list`, [
      ...[`id:${FIRST_ID + i}`, 'phase:0', 'pass', 'nolog'],
      `setvar:tx.parapet_${kind}=${word(value)}`,
    ]),
  );

/** The same for what nginx itself asks; both names are there also where nothing asks them, as the last good files of a site may. */
export const rangeMaps = (ranges: readonly Ranges[]): string[] =>
  RANGE_KINDS.map((kind) => {
    const own = ranges.filter((one) => one.kind === kind);
    const files = own.map(({ file }) => ` include ${word(file)}.conf;`);
    return `geo $remote_addr ${nginxVariable(kind)} { default "";${files.join('')} }`;
  });

/** The two files of a country or system, by their ends. */
export const rangeFiles = (networks: readonly string[], value: string): Record<'list' | 'conf', string> => ({
  list: networks.map((network) => `${word(network)}\n`).join(''),
  conf: networks.map((network) => `${word(network)} ${word(value)};\n`).join(''),
});
