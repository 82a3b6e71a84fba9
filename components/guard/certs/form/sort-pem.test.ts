import { describe, expect, it } from 'vitest';
import { sortPem } from './sort-pem';

const block = (label: string) => `-----BEGIN ${label}-----\nMIIB\n-----END ${label}-----\n`;
const LEAF = block('CERTIFICATE');
const KEY = block('PRIVATE KEY');

describe('sortPem', () => {
  it('takes a bundle apart, whatever the order and whatever is between', () => {
    expect(sortPem(`subject=CN=x\n${KEY}${LEAF}\nissuer\n${LEAF}`, 'cert')).toEqual({ cert: LEAF + LEAF, key: KEY });
  });

  it('keeps what belongs to a key with it', () => {
    const old = block('EC PARAMETERS') + block('EC PRIVATE KEY');
    expect(sortPem(old, 'cert')).toEqual({ cert: '', key: old });
    const locked = '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIB\n-----END RSA PRIVATE KEY-----\n';
    expect(sortPem(locked, 'key')).toEqual({ cert: '', key: locked });
  });

  it('leaves what is no PEM where it was put', () => {
    expect(sortPem('hello', 'cert')).toEqual({ cert: 'hello\n', key: '' });
    expect(sortPem('hello', 'key')).toEqual({ cert: '', key: 'hello\n' });
  });
});
