import { describe, expect, it } from 'vitest';
import { openApiDocument } from '@/lib/api/openapi/document';
import answers from '@/lib/api/openapi/examples/answers.json' with { type: 'json' };
import errors from '@/lib/api/openapi/examples/errors.json' with { type: 'json' };
import { Contract } from './fuzz/operations';
import type { AnyJson } from './json';
import { isRecording, record } from './record';
import { type Example, Examples, MOST } from './visit/examples';
import { NOT_VISITED } from './visit/not-visited';
import { startVisited } from './visit/visit';

const examples: Readonly<Record<string, Example>> = answers;
const contract = new Contract(JSON.parse(String(await openApiDocument())));

describe('examples of the reference', () => {
  it.runIf(isRecording)('are taken', async () => {
    const began = Date.now();
    const { visited, close } = await startVisited();
    const made = new Examples(began);
    for (const [key, one] of visited) record({ kind: 'answer', key, value: made.of(one) });
    await close();
  });

  it.skipIf(isRecording)('say the same whenever in an hour they are taken', () => {
    const taken = [0, 7, 29, 31, 54].map((minute) => {
      const began = Date.UTC(2026, 10, 27, 21, minute, 9);
      const hour = began - (began % 3_600_000);
      const list = [{ stime: hour - 23 * 3_600_000, etime: hour + 3_600_000, ctime: began + 40_000 }];
      return new Examples(began).json({ list, expired_at: began + 90 * 86_400_000 });
    });
    for (const one of taken) expect(one).toEqual(taken[0]);
  });

  it.skipIf(isRecording)('are there for every operation that can be visited, and for no other', () => {
    const all = contract.operations.map(({ id }) => id).filter((id) => !(id in NOT_VISITED));
    expect(Object.keys(examples), 'npm run examples takes them').toEqual(all.sort());
  });

  it.skipIf(isRecording).each(Object.entries(examples))('%s: what was sent and answered fits its schema', (id, one) => {
    const operation = contract.operations.find((other) => other.id === id);
    if (!operation) throw new Error(`${id} is gone: npm run examples`);
    const [status = '', response] = Object.entries(operation.responses)[0] ?? [];
    const media = Object.keys(contract.resolve(response).content)[0] ?? '';
    expect(contract.faultOf(operation, Number(status), media, one.answer)).toBeUndefined();
    if (operation.body) expect(contract.faultIn(operation.body, one.request)).toBeUndefined();
    expect(JSON.stringify(one).length).toBeLessThanOrEqual(MOST);
  });

  it.skipIf(isRecording)('of errors have the code and key of theirs', () => {
    for (const [key, value] of Object.entries<AnyJson>(errors)) {
      expect(contract.faultIn({ $ref: `#/components/schemas/${key}` }, value), key).toBeUndefined();
    }
  });

  it.skipIf(isRecording)('have no secret in them', () => {
    const text = JSON.stringify([answers, errors]);
    expect(text).not.toMatch(/ppt_(?!x{8})|PRIVATE KEY|(?!0{20}|x{20})[A-Za-z\d]{40}/);
  });
});
