const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;

/** How people write a name: its `xn--` labels in Unicode. Null where the name has none, or none that decodes. */
export function unicodeName(name: string): string | null {
  const labels = name.split('.').map((label) => (label.startsWith('xn--') ? decodeLabel(label.slice(4)) : label));
  return labels.includes(null) || labels.join('.') === name ? null : labels.join('.');
}

/** Punycode (RFC 3492, section 6.2) of one label without its prefix. */
function decodeLabel(label: string): string | null {
  const split = label.lastIndexOf('-');
  const output = split > 0 ? [...label.slice(0, split)].map((c) => c.codePointAt(0) ?? 0) : [];
  const digits = [...label.slice(split + 1)].map(digitOf);
  let code = 128;
  let at = 0;
  let bias = 72;
  for (let read = 0; read < digits.length; ) {
    const before = at;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digits[read++];
      if (digit === undefined || digit < 0) return null;
      at += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = output.length + 1;
    bias = adapt(at - before, length, before === 0);
    code += Math.floor(at / length);
    if (code > 0x10ffff) return null;
    at %= length;
    output.splice(at++, 0, code);
  }
  return output.length === 0 ? null : String.fromCodePoint(...output);
}

function digitOf(character: string): number {
  return '0123456789'.includes(character)
    ? Number(character) + 26
    : 'abcdefghijklmnopqrstuvwxyz'.indexOf(character.toLowerCase());
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? DAMP : 2));
  left += Math.floor(left / length);
  let k = 0;
  while (left > ((BASE - T_MIN) * T_MAX) / 2) {
    left = Math.floor(left / (BASE - T_MIN));
    k += BASE;
  }
  return k + Math.floor(((BASE - T_MIN + 1) * left) / (left + SKEW));
}
