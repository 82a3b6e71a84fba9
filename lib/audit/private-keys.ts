/** How base64 of an OpenSSH key begins. */
const OPENSSH = /b3BlbnNzaC1rZXktdjE/i;

/** What the lines around a private key have, however they are broken or spaced, and how these begin. */
const NAMED = /PRIVATE[\s_]+KEY/gi;
const LINE = /(BEGIN|END)[\s\w]{0,40}$/i;
const LINE_LENGTH = 45;

/** Where base64 of ASN.1 may begin, a sequence and its length, at every place, so that none hides another. */
const START = /M(?=[A-I])/g;
/** Enough of it to see what it is; each of its characters may be two of a line's end. */
const DER = /^(?:[A-Za-z0-9+/]|\s|\\[rn]){42,82}/;
const DER_LENGTH = 164;

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

/** Characters of the shortest text in which any of these finds anything. */
const LEAST = 'ENDPRIVATE KEY'.length;

/**
 * Places that are looked at in all texts of a value, some microseconds each. Half a megabyte of base64 has as many by chance, which
 * nobody sends but in certificates; a text with more of them counts as one that holds a key.
 */
const MOST = 1_024;

/** How many places are left. */
type Search = { left: number };

function holdsPrivateKey(text: string, search: Search): boolean {
  if (text.length < LEAST) return false;
  return OPENSSH.test(text) || isAt(text, NAMED, search, endsLine) || isAt(text, START, search, beginsKey);
}

/** Whether it is at one of the places where `pattern` matches, or there are too many of them. */
function isAt(text: string, pattern: RegExp, search: Search, isHere: (text: string, at: number) => boolean): boolean {
  for (const { index } of text.matchAll(pattern)) if (search.left-- <= 0 || isHere(text, index)) return true;
  return false;
}

const endsLine = (text: string, at: number) => LINE.test(text.slice(Math.max(0, at - LINE_LENGTH), at));

function beginsKey(text: string, at: number): boolean {
  const [start] = DER.exec(text.slice(at, at + DER_LENGTH)) ?? [];
  return start !== undefined && isKey(Buffer.from(start.replace(/\s|\\[rn]/g, ''), 'base64'));
}

/**
 * A copy in which `instead` is in the place of every text with a private key: it is one whatever field it was pasted into
 * by mistake, and also without the lines around it.
 */
export const withoutPrivateKeys = (value: unknown, instead: string): unknown => without(value, instead, { left: MOST });

function without(value: unknown, instead: string, search: Search): unknown {
  if (typeof value === 'string') return holdsPrivateKey(value, search) ? instead : value;
  if (Array.isArray(value)) return value.map((item) => without(item, instead, search));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      holdsPrivateKey(name, search) ? instead : name,
      without(item, instead, search),
    ]),
  );
}
