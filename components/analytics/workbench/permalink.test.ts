import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { entriesOf, type Subject } from './entries';
import { hashOf, subjectIn } from './permalink';

const subjectOf = (hint: Parameters<typeof entriesOf>[0], id: string): Subject => {
  const found = entriesOf(hint).find((entry) => entry.id === id);
  if (!found) throw new Error(id);
  return found.open();
};

it('carries what is drawn there and back, whatever characters are in it', async () => {
  for (const id of ['html_text', 'zh_labels', 'loading', 'nulls']) {
    const subject = subjectOf('topn', id);
    const hash = await hashOf(subject);
    expect(hash).toMatch(/^#d=[\w-]+$/);
    expect(await subjectIn(hash ?? ''), id).toEqual(subject);
  }
});

it('leaves out what no address can hold', async () => {
  expect(await hashOf(subjectOf('table', '10k_rows'))).toBeNull();
});

it('reads nothing out of an address that is none of its own', async () => {
  const packed = (value: unknown) => `#d=${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;
  for (const hash of [
    '',
    '#x',
    '#d=',
    '#d=!!',
    '#d=AAAA',
    packed(7),
    packed(null),
    packed({ text: '{}' }),
    packed([]),
  ]) {
    expect(await subjectIn(hash), hash).toBeNull();
  }
  // Twenty kilobytes that would become twenty megabytes.
  const bomb = packed({ ...subjectOf('kpi', 'nulls'), text: ' '.repeat(20 << 20) });
  expect(bomb.length).toBeLessThan(32_000);
  expect(await subjectIn(bomb)).toBeNull();
});
