import { domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';
import { skeleton } from '@/lib/auth/skeleton';

/**
 * The part of a name by which people know a site: what was registered. Below a suffix that its owner shares with
 * strangers, such as `github.io`, that is the stranger's own name, as different accounts are behind them.
 */
export function siteOf(domain: string): string {
  const name = domain.replace(/^\*\./, '');
  return getDomain(name, { allowPrivateDomains: true }) ?? name;
}

/** Two sites with one skeleton are taken for one by a hasty reader: letters alike, digits for letters, no hyphens. */
export function siteSkeleton(domain: string): string {
  const letters = skeleton(domainToUnicode(siteOf(domain)).replace(/\p{Dash}/gu, ''));
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('0', 'o').replace(/[1i|]/g, 'l');
}

/**
 * What a name reads as where a label of it is drawn like Latin letters and is none, such as a Cyrillic `аррӏе`; empty
 * for every other name, also for one in another script that nobody takes for Latin.
 */
export function drawnAs(domain: string): string {
  const labels = domainToUnicode(domain).split('.');
  const read = labels.map((label) => (isAscii(label) ? label : skeleton(label)));
  const isTaken = labels.some((label, i) => !isAscii(label) && isAscii(read[i] ?? ''));
  return isTaken ? read.join('.') : '';
}

const isAscii = (label: string) => /^[ -~]*$/.test(label);
