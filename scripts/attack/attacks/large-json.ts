import type { Attack, Target } from '../attack';

const BYTES = 1024 * 1024;
const SENDERS = 8;

const bodies = [
  `[${'1,'.repeat(BYTES / 2)}1]`,
  `[${'[],'.repeat(BYTES / 3)}[]]`,
  `${'['.repeat(BYTES / 2)}${']'.repeat(BYTES / 2)}`,
  `{"username":${'['.repeat(2_000)}`,
];

async function send(target: Target): Promise<void> {
  for (let i = 0; target.goesOn() && i < 500; i++) {
    const answer = await target.call('POST', '/api/auth/login', { raw: bodies[i % bodies.length] });
    target.expect([0, 400, 413].includes(answer.status), `a sign-in of ${BYTES} bytes is refused (${answer.status})`);
  }
}

export const attack: Attack = {
  name: 'large-json',
  promises: 'A body that is all numbers, lists or brackets costs no more than reading it.',
  async run(target) {
    await Promise.all(Array.from({ length: SENDERS }, () => send(target)));
  },
};
