import type { ChartContext } from '../prepare/model';
import type { Dimension } from './contract';
import { countryCode, countryName } from './geo-codes';

/** A number of a network as networks are cited; 0 is an address that no network announces. */
const networkName = (asn: string, { say }: ChartContext) => (asn === '0' ? say('network_unknown') : `AS${asn}`);

/** A dimension's value in words; null, the empty text and a value of that name stay different. */
export function valueLabel(dimension: Dimension, value: string | null, context: ChartContext): string {
  if (value === null) return context.say('none');
  if (dimension.type === 'geo') return placeName(value, context);
  if (value === '') return context.names.empty?.(dimension.name) ?? context.say('empty_text');
  if (dimension.name === 'asn') return networkName(value, context);
  if (dimension.type === 'enum') return context.names.value(dimension.name, value);
  return context.names.text?.(dimension.name, value) ?? value;
}

export function placeName(value: string, context: ChartContext): string {
  if (value.toUpperCase() === 'T1') return context.say('geo_tor');
  const code = countryCode(value);
  return code === null ? context.say('geo_unknown') : countryName(code, context.locale);
}

/** Several dimensions joined into one label. */
export function groupLabel(
  dims: readonly Dimension[],
  values: readonly (string | null)[],
  context: ChartContext,
): string {
  return dims.map((d, i) => valueLabel(d, values[i] ?? null, context)).join(' / ');
}

/** Cuts the middle of what is read from both ends: URLs, IPv6 addresses, hosts. Counts whole characters. */
export function cutMiddle(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const head = Math.ceil((most - 1) * 0.6);
  return `${letters.slice(0, head).join('')}\u2026${letters.slice(letters.length - (most - 1 - head)).join('')}`;
}
