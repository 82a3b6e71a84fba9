import { setTimeout } from 'node:timers/promises';
import type { Attack, Target } from '../attack';

const UNREAD = 60;
const AT_ONCE = 12;
const EXPORT = '/api/sys/audit-logs/export';

/** Exports that nobody reads, each on a connection of its own. */
async function leaveUnread(target: Target): Promise<void> {
  const token = await target.token('acme-support');
  for (let i = 0; i < UNREAD; i++) {
    const socket = target.connect();
    socket.pause();
    socket.write(`GET ${EXPORT} HTTP/1.1\r\nHost: acme.test\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  }
}

export const attack: Attack = {
  name: 'exports',
  promises: "Exports that are asked for by the dozen and read by nobody leave another brand's whole.",
  async run(target) {
    await leaveUnread(target);
    const flood = async () => {
      while (target.goesOn()) {
        const answer = await target.call('GET', EXPORT, { as: 'acme-support' });
        target.expectAnswer(answer, [200], 'an export');
        if (answer.status !== 200) await setTimeout(50);
      }
    };
    const flooding = Promise.all(Array.from({ length: AT_ONCE }, flood));
    let whole = 0;
    for (let i = 0; i < 20 && target.goesOn(); i++) {
      const other = await target.call('GET', EXPORT, { as: 'borealis-support' });
      target.expect(other.status === 200, `another brand's export is sent (${other.status})`);
      whole += Number(other.status === 200);
    }
    await flooding;
    target.expect(whole > 0, "another brand's export was sent beside the flood");
  },
};
