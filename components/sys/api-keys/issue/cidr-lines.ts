import { z } from 'zod';

const cidr = z.union([z.cidrv4(), z.cidrv6()]);
const isV4 = (text: string) => z.ipv4().safeParse(text).success;
const isV6 = (text: string) => z.ipv6().safeParse(text).success;

/** The ranges written one per line, with the number of each line; a bare address is the range of itself. */
export function cidrLines(text: string): { line: number; written: string; cidr: string; isValid: boolean }[] {
  return text.split('\n').flatMap((raw, i) => {
    const written = raw.trim();
    if (written === '') return [];
    const range = isV4(written) ? `${written}/32` : isV6(written) ? `${written}/128` : written;
    return [{ line: i + 1, written, cidr: range, isValid: cidr.safeParse(range).success }];
  });
}
