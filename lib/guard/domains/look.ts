import { domainToUnicode } from 'node:url';
import { nameLook } from '@/lib/auth/look-alikes';

/** What registries of countries put between a name and their own: `com.cn`, `co.uk`. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|go|gob|gov|mil|ne|net|nom|or|org)$/;

/** The part of a name by which people know a site: what was registered. */
export function siteOf(domain: string): string {
  const labels = domain.replace(/^\*\./, '').split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const isBelowSecond = top.length === 2 && SECOND_LEVEL.test(second);
  return labels.slice(isBelowSecond ? -3 : -2).join('.');
}

/** Two sites that a hasty reader takes for one have the same look: letters alike, digits for letters, hyphens left out. */
export function siteLook(domain: string): string {
  const letters = nameLook(domainToUnicode(siteOf(domain)));
  const read = letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('0', 'o').replace(/[1i|]/g, 'l');
  return read.replaceAll('-', '');
}

/**
 * What a name reads as where a label of it is drawn like Latin letters and is none, such as a Cyrillic `аррӏе`; empty
 * for every other name, also for one in another script that nobody takes for Latin.
 */
export function drawnAs(domain: string): string {
  const labels = domainToUnicode(domain).split('.');
  const read = labels.map((label) => (isAscii(label) ? label : nameLook(label)));
  const isTaken = labels.some((label, i) => !isAscii(label) && isAscii(read[i] ?? ''));
  return isTaken ? read.join('.') : '';
}

const isAscii = (label: string) => /^[ -~]*$/.test(label);
