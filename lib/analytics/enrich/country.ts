import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Reader, type Response } from 'mmdb-lib';
import { packageFile } from './package-file';

/** Countries of addresses as the regional registries publish them (geo-whois-asn-country, CC0-1.0). */
export const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

export type Flat = Response & { country_code?: string };

/** Opens the country database (8 MB in memory). The answer gives ISO 3166-1 alpha-2, '' when nobody holds the address. */
export function openCountries(): (ip: string) => string {
  const reader = new Reader<Flat>(readFileSync(packageFile(DATABASE)));
  return (ip) => (isIP(ip) ? (reader.get(ip)?.country_code ?? '') : '');
}
