import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aclRule, policyOf, siteOf, startOrigin } from '@/lib/render/nginx/testing';
import { freePort } from '@/scripts/dns-servers';
import { commandOf } from '@/test/program';
import { type Place, statusOf, testAgent } from './testing-agent';
import { TestPlane } from './testing-plane';

const plane = new TestPlane();
let place: Place;
let origin: Awaited<ReturnType<typeof startOrigin>>;
let served: Awaited<ReturnType<TestPlane['served']>>;

beforeAll(async () => {
  place = {
    folder: mkdtempSync(path.join(tmpdir(), 'parapet-killed-')),
    http: await freePort(),
    https: await freePort(),
  };
  origin = await startOrigin();
  served = await plane.served();
});
afterAll(() => {
  testAgent(place, plane).stop();
  origin.server.close();
  served.server.close();
  rmSync(place.folder, { recursive: true, force: true });
});

/** A round in a process of its own, killed before a step. Answers the steps of one that was not. */
async function round(step: number): Promise<string[]> {
  const own = [place.folder, String(place.http), String(place.https), served.url, String(step)];
  const [node, program] = commandOf('lib/agent/testing-killed.ts');
  const child = spawn(node, [program, ...own], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout) output += chunk;
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  if (step > 0) expect(child.signalCode, `step ${step}`).toBe('SIGKILL');
  return output.split('\n');
}

const site = () => ['domain', 'a', siteOf(origin.port, { domain_id: 'a', domain: 'a.example.com' })] as const;

/** Has the next revision block another path. */
function save(number: number): string {
  const data = `/path-${number}`;
  const policy = policyOf({ acl_rules: [aclRule(1, [{ field: 'path', op: 'eq', data }])] });
  plane.save(['policy', 'p-1', policy], ...(number === 0 ? [site()] : []));
  return data;
}
const status = (target: string) => statusOf(place, 'a.example.com', target);

/** A step whose numbers and hashes say nothing about what is done. */
const kindOf = (step: string) => step.replace(/[0-9a-f]{32,}|\d+(?:-again)?/g, '#');

it('killed before any of its steps, nginx serves on, and the next start brings and says what is missing', async () => {
  save(0);
  await round(0);
  save(1);
  const steps = (await round(0)).map(kindOf);
  const first = steps.flatMap((kind, i) => (steps.indexOf(kind) === i ? [i + 1] : []));
  expect(steps.length).toBeGreaterThan(first.length);
  for (const step of first) {
    const data = save(step + 1);
    const reported = plane.reports.length;
    await round(step);
    const what = `killed before ${steps[step - 1]}`;
    expect(await status('/'), what).toBe(200);
    await testAgent(place, plane).round();
    await expect.poll(() => status(data), { message: what }).toBe(403);
    expect(await status('/'), what).toBe(200);
    const said = plane.reports.slice(reported).flatMap(({ objects }) => objects.filter((one) => one.kind === 'policy'));
    const { number } = plane.said('policy', 'p-1') ?? {};
    expect(number, what).toBe(plane.revision);
    expect(new Set(said.map((one) => `${one.number} ${one.status}`)), what).toEqual(new Set([`${number} running`]));
  }
}, 600_000);
