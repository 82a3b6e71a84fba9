const BLOCK = /-----BEGIN ([A-Z0-9 ]{1,40})-----[\s\S]*?-----END \1-----/g;
const OF_A_KEY = /(PRIVATE KEY|EC PARAMETERS)$/;

export type SortedPem = { cert: string; key: string };

/**
 * Takes a PEM text apart into what belongs in the field of the certificate and what in the field of the key. Text
 * without any block is left where it came from, for the server to say what it is.
 */
export function sortPem(text: string, from: keyof SortedPem): SortedPem {
  const sorted: { cert: string[]; key: string[] } = { cert: [], key: [] };
  for (const [block, label = ''] of text.matchAll(BLOCK)) sorted[OF_A_KEY.test(label) ? 'key' : 'cert'].push(block);
  if (sorted.cert.length + sorted.key.length === 0) sorted[from].push(text.trim());
  const joined = (blocks: string[]) => blocks.map((block) => `${block}\n`).join('');
  return { cert: joined(sorted.cert), key: joined(sorted.key) };
}
