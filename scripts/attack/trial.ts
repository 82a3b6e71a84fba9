import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { watchStolen } from '../stolen';
import type { Attack, Target } from './attack';
import { type Site, startSite } from './site';
import { type Tokens, targetAt } from './target';
import type { Report } from './victim';

/** How long an attack lasts and the victim is watched at rest, the p99 in ms that is slow in any case, and most memory. */
const LONG = { seconds: 8, restSeconds: 4, floorMs: 50, maxMb: 700 };
/**
 * In so short a time a p99 is the slowest of some dozens of requests, and beside other suites; more is allowed where a second
 * server shares the cores. One process bears all attacks here, and keeps what the engine has not collected of the
 * earlier ones. The long form measures.
 */
const SHORT = { seconds: 1, restSeconds: 2, floorMs: 500, maxMb: 1_000 };
const SHORT_POSTGRES = { ...SHORT, floorMs: 1_000 };
/** What an attack set in motion may need so long to come to rest; the victim is watched through it. */
const AFTER_MS = 500;

/** Requests until the engine has compiled what it runs often; before that any flood is slower, and so is its victim. */
const WARM_REQUESTS = 2_000;
const WARM_AT_ONCE = 8;

export type Waits = { parapetMs: number; bareMs: number };
export type Options = {
  short: boolean;
  postgres?: string;
  /** Called after each attack, before it is known whether the chains are sound. */
  onEnd?: (result: Result) => void;
};
export type Result = {
  name: string;
  promises: string;
  /** p99 of the victim, and of who reads a bare server beside it. */
  rest: Waits;
  beside: Waits;
  peakMb: number;
  /** Part of the processors' time that the machine's host gave to others meanwhile. */
  stolen: number;
  /** Promises that did not hold; empty is good. */
  broken: string[];
};

/** Every attack of the folder, or the one of that name; of the short form those that it can try. */
export async function loadAttacks({ only, short }: { only?: string; short: boolean }): Promise<Attack[]> {
  const folder = path.join(import.meta.dirname, 'attacks');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && (!only || file === `${only}.ts`));
  const modules = files.sort().map((file) => import(pathToFileURL(path.join(folder, file)).href));
  const attacks = (await Promise.all(modules)).map((module: { attack: Attack }) => module.attack);
  return short ? attacks.filter(({ needsPages }) => !needsPages) : attacks;
}

const p99 = (latencies: readonly number[]) =>
  [...latencies].sort((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? Number.POSITIVE_INFINITY;

/** A process that has served for a while, reads and refused writes, as those under attack have. */
async function warm(target: Target): Promise<void> {
  const sender = async () => {
    for (let i = 0; i < WARM_REQUESTS / WARM_AT_ONCE; i++) {
      if (i % 4 === 0)
        await target.call('PUT', '/api/guard/domains/0/remark', { as: 'acme-root', body: { remark: '' } });
      else await target.call('GET', `/api/guard/domains?size=${(i % 100) + 1}`, { as: 'acme-root' });
    }
  };
  await Promise.all(Array.from({ length: WARM_AT_ONCE }, sender));
}

const waitsOf = ({ parapet, bare }: Report): Waits => ({
  parapetMs: p99(parapet.latencies),
  bareMs: p99(bare.latencies),
});

/** p99 of the victim alone. */
async function atRest(site: Site, seconds: number): Promise<Waits> {
  await site.victim();
  await setTimeout(seconds * 1000);
  return waitsOf(await site.victim());
}

async function tryOne(
  site: Site,
  tokens: Tokens,
  attack: Attack,
  rest: Waits,
  { seconds, floorMs, maxMb }: typeof LONG,
): Promise<Result> {
  const target = targetAt(site.url, seconds, tokens);
  await target.signInAll();
  await site.victim();
  site.peakMb();
  const stolenMeanwhile = watchStolen();
  // Again and again, so that a p99 is one of hundreds of requests.
  do {
    await attack.run(target).catch((error: Error) => target.expect(false, `the attack could run: ${error.message}`));
  } while (target.goesOn());
  await setTimeout(AFTER_MS);
  const report = await site.victim();
  const stolen = stolenMeanwhile();
  target.close();
  const beside = waitsOf(report);
  const { failures } = report.parapet;
  const peakMb = site.peakMb();
  const allowed = Math.max(2 * rest.parapetMs, floorMs);
  target.expect(site.isAlive(), 'the process lives');
  target.expect(peakMb < maxMb, `memory stays below ${maxMb} MB`);
  target.expect(beside.parapetMs <= allowed, `the victim's p99 stays below ${Math.round(allowed)} ms`);
  target.expect(failures.length === 0, `every request of the victim is answered (${failures[0]})`);
  const { name, promises } = attack;
  return { name, promises, rest, beside, peakMb, stolen, broken: [...target.broken] };
}

/** Runs attacks one after another against one Parapet; both chains must be sound when they are over. */
async function runGroup(attacks: readonly Attack[], { short, postgres, onEnd }: Options): Promise<Result[]> {
  const brief = postgres ? SHORT_POSTGRES : SHORT;
  const bounds = short ? brief : LONG;
  const site = await startSite({ postgres, isBuilt: !short });
  const results: Result[] = [];
  // Whoever is flooded with guesses cannot sign in for a while, so everybody does before.
  const tokens: Tokens = new Map();
  try {
    await warm(targetAt(site.url, 0, tokens));
    const rest = await atRest(site, bounds.restSeconds);
    for (const attack of attacks) {
      if (!site.isAlive()) break;
      const result = await tryOne(site, tokens, attack, rest, bounds);
      results.push(result);
      onEnd?.(result);
    }
  } finally {
    const broken = await site.stop();
    for (const result of results) result.broken.push(...broken);
  }
  return results;
}

/** Runs attacks: in short against one Parapet, else each against a fresh one, so that every figure is its own. */
export async function runAttacks(attacks: readonly Attack[], options: Options): Promise<Result[]> {
  if (options.short) return runGroup(attacks, options);
  const results: Result[] = [];
  for (const attack of attacks) results.push(...(await runGroup([attack], options)));
  return results;
}
