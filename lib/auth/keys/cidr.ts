import ipaddr from 'ipaddr.js';

export type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** IPv4-mapped ranges are the IPv4 ranges they map, as addresses are. */
function read(cidr: string): Range {
  const [address, bits] = ipaddr.parseCIDR(cidr);
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
  return isMapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
}

/** A CIDR in its one written form, host bits cleared. It must be well formed. */
export function canonicalCidr(cidr: string): string {
  const [address, bits] = read(cidr);
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}

export const readCidrs = (cidrs: readonly string[]): Range[] => cidrs.map(read);

/** Whether an allowlist lets an address in. An empty one lets everybody in, any other refuses an unknown address. */
export function allows(ranges: readonly Range[], address: string): boolean {
  if (ranges.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  return ranges.some(([range, bits]) => range.kind() === ip.kind() && ip.match(range, bits));
}

/** Whether every address of `narrow` is in one range of `wide`; an empty list is every address. */
export function coversRanges(wide: readonly Range[], narrow: readonly Range[]): boolean {
  if (wide.length === 0) return true;
  if (narrow.length === 0) return false;
  return narrow.every(([address, bits]) =>
    wide.some(([range, width]) => range.kind() === address.kind() && bits >= width && address.match(range, width)),
  );
}
