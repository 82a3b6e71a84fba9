/** One `-----BEGIN label-----` part of a PEM text, in its one written form. */
export type PemBlock = { label: string; pem: string; der: Buffer };

const BEGIN = /^-----BEGIN ([A-Z0-9 ]{1,40})-----$/;
const END = /^-----END ([A-Z0-9 ]{1,40})-----$/;
const LINE = 64;

/**
 * The blocks of a PEM text in their order; what is between them is left out, as openssl prints explanations
 * there. Undefined when a block is not closed or not base64.
 */
export function readPem(text: string): PemBlock[] | undefined {
  const blocks: PemBlock[] = [];
  let open: { label: string; lines: string[] } | undefined;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const begins = BEGIN.exec(line)?.[1];
    const ends = END.exec(line)?.[1];
    if (begins !== undefined) {
      if (open) return undefined;
      open = { label: begins, lines: [] };
    } else if (ends !== undefined) {
      const block = open?.label === ends ? blockOf(open.label, open.lines) : undefined;
      if (!block) return undefined;
      blocks.push(block);
      open = undefined;
    } else open?.lines.push(line);
  }
  return open ? undefined : blocks;
}

function blockOf(label: string, lines: readonly string[]): PemBlock | undefined {
  const base64 = lines.join('');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  const der = Buffer.from(base64, 'base64');
  return { label, der, pem: pemOf(label, der) };
}

export function pemOf(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
