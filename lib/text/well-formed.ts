/**
 * Text as both stores give it back: half a character (a lone surrogate) has no UTF-8, and PostgreSQL takes no U+0000;
 * each becomes U+FFFD.
 */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** The first `max` code points of a text, well-formed. */
export function cut(text: string, max: number): string {
  // A code point takes one or two UTF-16 units, so no more of a long text is visited than may be kept.
  if (text.length <= max) return wellFormed(text);
  return wellFormed([...text.slice(0, 2 * max)].slice(0, max).join(''));
}
