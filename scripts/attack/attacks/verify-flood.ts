import type { Attack } from '../attack';

const REQUESTS = 400;

export const attack: Attack = {
  name: 'verify-flood',
  promises: 'Hundreds of verifications at once take no more than a share of the slots for probes.',
  async run(target) {
    const list = await target.call('GET', '/api/guard/domains?size=1', { as: 'acme-root' });
    const id = list.body.data.list[0].domain_id;
    const verify = () => target.call('POST', `/api/guard/domains/${id}/verify`, { as: 'acme-root' });
    const answers = await Promise.all(Array.from({ length: REQUESTS }, verify));
    const done = answers.filter(({ status }) => status === 200).length;
    target.expect(done <= 30, 'a user verifies at most thirty times a minute');
    for (const { status, headers } of answers) {
      target.expect(status === 200 || Number(headers['retry-after']) > 0, 'a refusal says when to try again');
    }
  },
};
