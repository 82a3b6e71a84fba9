import { domainToUnicode } from 'node:url';
import { nameLook } from '@/lib/auth/look-alikes';

/** The part of a name by which people know a site: its last two labels, as people read them. */
function siteOf(domain: string): string {
  return domainToUnicode(domain.replace(/^\*\./, '')).split('.').slice(-2).join('.');
}

/** Two sites that a hasty reader takes for one have the same look: letters alike, digits for letters, hyphens left out. */
export function siteLook(domain: string): string {
  const letters = nameLook(siteOf(domain));
  const read = letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('0', 'o').replace(/[1i|]/g, 'l');
  return read.replaceAll('-', '');
}
