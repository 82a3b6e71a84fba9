/** The lines around a private key, however they are broken or spaced, and how base64 of an OpenSSH key begins. */
const PEM = /(BEGIN|END)[\s\w]{0,40}PRIVATE[\s_]+KEY|b3BlbnNzaC1rZXktdjE/i;

/**
 * Where base64 of ASN.1 may begin, a sequence and its length, with enough of it to see what it is; at every place, so
 * that none hides another.
 */
const DER = /(?=(M[A-I](?:[A-Za-z0-9+/]|\s|\\[rn]){40,80}))/g;

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** Whether ASN.1 begins as PKCS#1, PKCS#8, SEC 1 or an encrypted PKCS#8 do; a certificate begins otherwise. */
function isKey(der: Buffer): boolean {
  const body = contentOf(der, SEQUENCE);
  if (!body) return false;
  if (body[0] === INTEGER) return body[1] === 1 && (body[2] ?? 2) <= 1;
  const algorithm = contentOf(body, SEQUENCE);
  // PBES1, PBES2 and the schemes of PKCS#12, which only what is encrypted names first.
  return algorithm !== undefined && /^06..(2a864886f70d0105|2a864886f70d010c)/.test(algorithm.toString('hex'));
}

/** What follows the tag and length of an element. */
function contentOf(der: Buffer, tag: number): Buffer | undefined {
  if (der[0] !== tag) return undefined;
  const length = der[1] ?? 0;
  return der.subarray(length < 0x80 ? 2 : 2 + (length & 0x7f));
}

/** Characters of the shortest text in which either finds anything. */
const LEAST = 'ENDPRIVATE KEY'.length;

function holdsPrivateKey(text: string): boolean {
  if (text.length < LEAST) return false;
  if (PEM.test(text)) return true;
  for (const [, start = ''] of text.matchAll(DER)) {
    if (isKey(Buffer.from(start.replace(/\s|\\[rn]/g, ''), 'base64'))) return true;
  }
  return false;
}

/**
 * A copy in which `instead` is in the place of every text with a private key: it is one whatever field it was pasted into
 * by mistake, and also without the lines around it.
 */
export function withoutPrivateKeys(value: unknown, instead: string): unknown {
  if (typeof value === 'string') return holdsPrivateKey(value) ? instead : value;
  if (Array.isArray(value)) return value.map((item) => withoutPrivateKeys(item, instead));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      holdsPrivateKey(name) ? instead : name,
      withoutPrivateKeys(item, instead),
    ]),
  );
}
