import type { Answer, Attack, Target } from '../attack';

const URL = '/api/analytics/events';
const BROKEN_LINES = 20_000;
const POISON = 1_100;
const MAX_ROUNDS = 200;

type Counts = { stored: number; rejected: number; reasons: Record<string, number>; duplicate: boolean };

function send(target: Target, as: string, batch_id: string, events: readonly object[]): Promise<Answer> {
  const lines = events.map((event) => JSON.stringify({ time: Date.now(), ...event })).join('\n');
  return target.call('POST', URL, { as, body: { batch_id, lines } });
}

/** Expects that a batch was taken, and says what became of its lines. */
function taken(target: Target, answer: Answer, what: string): Counts | undefined {
  target.expect(answer.status === 200, `${what} is answered with 200, not ${answer.status}`);
  return answer.status === 200 ? answer.body.data : undefined;
}

/** A brand's true event is stored although another brand used its host, its request id and its batch id before. */
async function crossBrands(target: Target, host: string): Promise<void> {
  const event = { request_id: 'chosen-id', status: 200, path: '/' };
  const forged = taken(target, await send(target, 'acme-support', 'squatted', [{ ...event, host }]), 'a forged batch');
  target.expect(forged?.reasons.foreign_host === 1, 'a line for another brand’s host is refused');
  await send(target, 'acme-support', 'squatted-too', [{ ...event, host: 'nobody.example' }]);
  const batches = ['squatted', 'squatted-too'].map((id, i) =>
    send(target, 'borealis-support', id, [{ ...event, host, request_id: `chosen-id${i || ''}` }]),
  );
  for (const answer of await Promise.all(batches)) {
    const own = taken(target, answer, 'the true batch');
    target.expect(own?.stored === 1 && !own.duplicate, 'nobody’s ids discard another brand’s events');
  }
}

/** The host of a domain of the other brand. */
async function foreignHost(target: Target): Promise<string> {
  const answer = await target.call('GET', '/api/guard/domains?size=1', { as: 'borealis-root' });
  return answer.body.data.list[0].domain;
}

export const attack: Attack = {
  name: 'events',
  promises: 'Batches of one brand neither change, drop nor delay the events of another, whatever their lines hold.',
  async run(target) {
    await crossBrands(target, await foreignHost(target));
    const poison = Array.from({ length: POISON }, (_, i) => ({
      host: 'nobody.example',
      request_id: `poison-${i}`,
      bytes_in: Number.MAX_SAFE_INTEGER,
      bytes_out: Number.MAX_SAFE_INTEGER,
    }));
    const refused = taken(
      target,
      await send(target, 'acme-support', 'poison', poison),
      'a batch of impossible numbers',
    );
    target.expect(refused?.stored === 0, 'no event has a number that no request can have');
    const lines = Array.from({ length: BROKEN_LINES }, (_, i) => `{"broken": ${i}`).join('\n');
    for (let round = 0; target.goesOn() && round < MAX_ROUNDS; round++) {
      const flood = [0, 1, 2, 3].map((i) =>
        target.call('POST', URL, { as: 'acme-support', body: { batch_id: `flood-${round}-${i}`, lines } }),
      );
      const own = await send(target, 'borealis-support', `own-${round}`, [{ request_id: `own-${round}` }]);
      target.expect(taken(target, own, 'another brand’s batch')?.stored === 1, 'a flood keeps nobody’s events out');
      for (const answer of await Promise.all(flood)) target.expectAnswer(answer, [200], 'a flooding batch');
    }
  },
};
