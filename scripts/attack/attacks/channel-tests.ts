import type { Attack } from '../attack';

const CHANNELS = '/api/analytics/alert-channels';
const REQUESTS = 400;

export const attack: Attack = {
  name: 'channel-tests',
  promises: 'Hundreds of test messages at once reach nothing inside, and take no more than their share of the probes.',
  async run(target) {
    const made = await target.call('POST', CHANNELS, {
      as: 'acme-root',
      body: { name: 'Inside', kind: 'webhook', url: `http://127.0.0.1:${target.port}/readyz`, secret: 'x'.repeat(16) },
    });
    // Refused where it is made, or when it is tried: what is inside is never asked.
    if (made.status !== 201) return target.expect(made.status === 400, `an inner address is refused (${made.status})`);
    const path = `${CHANNELS}/${made.body.data.id}`;
    const test = () => target.call('POST', `${path}/test`, { as: 'acme-root' });
    const answers = await Promise.all(Array.from({ length: REQUESTS }, test));
    for (const answer of answers) {
      target.expectAnswer(answer, [200], 'a test message');
      const isInside = answer.status === 200 && answer.body.data.outcome !== 'failed';
      target.expect(!isInside, 'no test message goes inside');
    }
    await target.call('DELETE', path, { as: 'acme-root' });
  },
};
