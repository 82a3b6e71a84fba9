import type { Attack, Target } from '../attack';

const NODE = '/api/guard/nodes/hk-1';
/** Keys of nodes are the operator's. */
const host = 'operator.test';
const POLLS = 400;
const AT_ONCE = 8;
const OBJECTS = 500;
const LINES = 2_000;

/** The key of a node, as whoever took over its machine has it. */
async function enrol(target: Target): Promise<string> {
  const made = await target.call('POST', `${NODE}/enrolments`, { as: 'admin' });
  const { token } = made.body.data;
  const enrolled = await target.call('POST', '/api/guard/nodes/enrol', { body: { token } });
  return enrolled.body.data.api_key;
}

/** Reports of objects that the node is not to run, as long as they may be. */
const report = {
  revision: 0,
  objects: Array.from({ length: OBJECTS }, (_, i) => ({
    kind: 'domain',
    object_id: `not mine ${i}`,
    number: 1,
    status: 'failed',
    message: 'x'.repeat(500),
    since: 1,
  })),
};
const batch = (batch_id: string) => ({
  batch_id,
  format: 'nginx_json',
  lines: Array.from({ length: LINES }, (_, i) => `{"host": "shop.example.com", "broken": ${i}`),
});

export const attack: Attack = {
  name: 'node-key',
  promises:
    'The key of one node, in the wrong hands, keeps nobody waiting and says nothing of what the node is not to run.',
  async run(target) {
    const headers = { Authorization: `ApiKey ${await enrol(target)}` };
    const ask = (method: string, path: string, body?: object) =>
      target.call(method, NODE + path, { host, headers, body });
    const { latest } = (await ask('GET', '/desired')).body.data;
    for (let i = 0; i < POLLS; i++) {
      const head = `Host: ${host}\r\nAuthorization: ${headers.Authorization}\r\n\r\n`;
      target.connect().write(`GET ${NODE}/desired?since=${latest}&wait=25 HTTP/1.1\r\n${head}`);
    }
    const flood = async (_: unknown, sender: number) => {
      for (let i = 0; target.goesOn(); i++) {
        const reported = await ask('POST', '/reports', report);
        target.expectAnswer(reported, [200, 400], 'a report of a node');
        const isStored = reported.status === 200 && reported.body.data.stored > 0;
        target.expect(!isStored, 'no report of another node’s object is stored');
        const sent = await ask('POST', '/events', batch(`flood-${sender}-${i}`));
        target.expectAnswer(sent, [200, 400], 'a batch of a node');
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, flood));
  },
};
