import { domainToUnicode } from 'node:url';
import { nameLook } from './name-look';

const SECOND_LEVEL = /^(?:ac|co|com|edu|go|gob|gov|mil|ne|net|nom|or|org)$/;

function siteOf(domain: string): string {
  const labels = domain.replace(/^\*\./, '').split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const isBelowSecond = top.length === 2 && SECOND_LEVEL.test(second);
  return labels.slice(isBelowSecond ? -3 : -2).join('.');
}

/** How a site's name looked to migrations 0015 and 0020. */
export function siteLook(domain: string): string {
  const letters = nameLook(domainToUnicode(siteOf(domain)));
  const read = letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('0', 'o').replace(/[1i|]/g, 'l');
  return read.replaceAll('-', '');
}
