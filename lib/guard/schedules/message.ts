const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** What the message of an affair says of one domain: a line of escaped text, none before anything became of it. */
export const messageOf = (text: string) => (text === '' ? '' : `${escaped(text)}<br>`);
