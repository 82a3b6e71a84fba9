import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, fuzz } from './fuzz/fuzz';
import type { Parapet } from './parapet';
import { PASSWORD } from './people';
import { login } from './sign-in';
import { NOT_VISITED } from './visit/not-visited';
import { startToVisit } from './visit/visit';

/** Requests to each operation from each caller; `npm run fuzz` sends many more, of another seed. */
const EACH = Number(process.env.FUZZ_EACH ?? 1);
const SEED = Number(process.env.FUZZ_SEED ?? 16);
/** File that gets every finding and which statuses each operation answered. */
const REPORT = process.env.FUZZ_REPORT;
const HOST = 'acme.test';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startToVisit();
});
afterAll(() => parapet.close());

/** Where callers sign in from: wrong passwords that the fuzz tries slow down the network of the fuzz alone. */
const AWAY = '127.0.0.2';

/** A session that is begun anew where the last request ended it. */
function signedIn(user: string): Caller {
  let token: string | undefined;
  return {
    name: user,
    async authorization() {
      token ??= (await login(parapet, user, PASSWORD, { from: AWAY })).body.data.token as string;
      return `Bearer ${token}`;
    },
    ended() {
      token = undefined;
    },
  };
}

function withKey(user: string): Caller {
  let key: Promise<string> | undefined;
  const issue = async () => {
    const { body } = await parapet.call('POST', '/api/sys/api-keys', { as: user, body: { name: 'Fuzz' } });
    return `ApiKey ${body.data.api_key}`;
  };
  return {
    name: `key of ${user}`,
    authorization() {
      key ??= issue();
      return key;
    },
    ended() {
      key = undefined;
    },
  };
}

it('finds no answer that the document does not describe', async () => {
  const anonymous: Caller = { name: 'nobody', authorization: async () => '', ended: () => {} };
  const callers = [...['acme-root', 'acme-support', 'acme-auditor'].map(signedIn), withKey('acme-child'), anonymous];
  const { findings, statuses } = await fuzz(parapet, { callers, host: HOST, seed: SEED, each: EACH });
  if (REPORT)
    writeFileSync(REPORT, JSON.stringify({ findings, statuses: [...statuses].map(([id, all]) => [id, ...all]) }));
  expect(findings).toEqual([]);
  const never = [...statuses].filter(([, all]) => ![...all].some((status) => status < 300)).map(([id]) => id);
  // A request made by chance may succeed where the visit cannot.
  const missed = never.filter((id) => !(id in NOT_VISITED));
  expect(missed, 'operations that nothing in test/visit calls with success').toEqual([]);
}, 3_600_000);
