import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Attack, Target } from '../attack';

const HEAD_MS = 200;

async function userIdOf(target: Target, user_name: string): Promise<string> {
  const { body } = await target.call('GET', `/api/sys/users?keyword=${user_name}`, { as: 'acme-root' });
  return body.data.list[0].user_id;
}

/** Sends the head and half the body of a new policy, then the rest after `meanwhile`. Answers the status line. */
async function makeSlowly(target: Target, name: string, meanwhile: () => Promise<void>): Promise<string> {
  const body = JSON.stringify({ name });
  const socket = target.connect();
  const head = [
    'POST /api/guard/policies HTTP/1.1',
    'Host: acme.test',
    `Authorization: Bearer ${await target.token('acme-child')}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 4)}`);
  await setTimeout(HEAD_MS);
  await meanwhile();
  socket.write(body.slice(4));
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer).split('\r\n', 1)[0] ?? '';
}

export const attack: Attack = {
  name: 'slow-body',
  promises: 'A permission taken away while the body of a request is still arriving is gone for that request.',
  async run(target) {
    const path = `/api/sys/users/${await userIdOf(target, 'acme-child')}`;
    const give = async (role_id: number) => {
      const { status } = await target.call('PUT', path, { as: 'acme-root', body: { role_ids: [role_id] } });
      target.expect(status === 200, 'roles can be changed beside a slow body');
    };
    for (let i = 0; i === 0 || target.goesOn(); i++) {
      await give(11);
      const answer = await makeSlowly(target, `slow ${i}`, () => give(12));
      target.expect(answer.startsWith('HTTP/1.1 403'), 'what arrives slowly is refused after its role was taken');
    }
    const { body } = await target.call('GET', '/api/guard/policies?keyword=slow', { as: 'acme-root' });
    target.expect(body.data.total === 0, 'nothing of it is written');
    await give(11);
  },
};
