import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, linkSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicKeyOf, signatureOf } from '@/lib/cli/release/signature';
import type { NodeRelease } from '@/lib/guard/agents/contract';
import { Probation } from './probation';
import { Upgrade, type UpgradeOptions } from './upgrade';

const { privateKey } = generateKeyPairSync('ed25519');
const OTHER = generateKeyPairSync('ed25519').privateKey;
const OWN = 'v1.0.0-5';
const NEXT = 'v1.0.0-6';
const NAME = `parapet-linux-${process.arch === 'arm64' ? 'arm64' : 'amd64'}`;
const never = new AbortController().signal;

let folder = '';
const program = () => path.join(folder, 'parapet');
const said = () => readFileSync(program(), 'utf8');

/** A program that says its version, and does this where it is tried. */
const programOf = (version: string, tried = 'exit 0') =>
  `#!/bin/sh\nif [ "$1" = version ]; then echo "parapet ${version}"; exit 0; fi\n${tried}\n`;

function released(text: string, version = NEXT, key = privateKey, name = NAME): NodeRelease {
  const sha256 = createHash('sha256').update(text).digest('hex');
  const file = { version, name, size: Buffer.byteLength(text), sha256 };
  return { ...file, signature: signatureOf(file, key) };
}

/** A management plane that has a release, and sends these bytes of it. */
function upgradeTo(release: NodeRelease | null, sent: string, more: Partial<UpgradeOptions> = {}) {
  let asked = 0;
  const plane = {
    release: async () => release,
    program: async () => {
      asked++;
      return (async function* () {
        yield Buffer.from(sent.slice(0, 10));
        yield Buffer.from(sent.slice(10));
      })();
    },
  };
  const own = { folder, program: program(), version: OWN, release_key: publicKeyOf(privateKey), log: () => undefined };
  const upgrade = new Upgrade({ ...own, everyMs: 5, ...more }, plane);
  return { upgrade, downloads: () => asked };
}

/** Looks for a release for a moment; one that is not to be tried is not found. */
const look = (upgrade: Upgrade) => upgrade.find(AbortSignal.timeout(100));

async function upgraded(text: string, more: Partial<UpgradeOptions> = {}) {
  const { upgrade } = upgradeTo(released(text), text, more);
  const found = await look(upgrade);
  return { upgrade, taken: found && (await upgrade.take(found, never)) };
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-upgrade-'));
  writeFileSync(program(), programOf(OWN), { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a newer release that is signed', () => {
  it('takes the place of the present program once it finished a round, and the one before is kept', async () => {
    const text = programOf(NEXT, `[ "$*" = "node try" ] && echo tried > ${path.join(folder, 'tried')}`);
    const { upgrade, taken } = await upgraded(text);
    expect([taken, said(), upgrade.failed]).toEqual([true, text, null]);
    expect(existsSync(path.join(folder, 'tried'))).toBe(true);
    expect(readFileSync(`${program()}.previous`, 'utf8')).toBe(programOf(OWN));
    expect(existsSync(`${program()}.next`)).toBe(false);
  });

  it.each<[string, string, string]>([
    ['crashes at its start', programOf(NEXT, 'echo "cannot start" >&2; exit 70'), 'cannot start'],
    ['is ended by a signal', programOf(NEXT, 'kill -SEGV $$'), 'Command failed'],
    ['is no program', 'not a program', 'not found'],
    ['is another version than it was signed as', programOf('v1.0.0-7'), 'it says that it is parapet v1.0.0-7'],
    ['hangs in its first round', programOf(NEXT, 'sleep 60'), 'did not finish a round within 1 s'],
    ['hangs and cannot be ended kindly', programOf(NEXT, 'trap "" TERM; while :; do sleep 1; done'), 'within 1 s'],
  ])('that %s is not taken, said, and not tried again', { timeout: 30_000 }, async (_, text, why) => {
    const { upgrade, taken } = await upgraded(text, { roundS: 1 });
    expect([taken, said()]).toEqual([false, programOf(OWN)]);
    expect(upgrade.failed).toMatchObject({ version: NEXT, reason: expect.stringContaining(why) });
    const again = upgradeTo(released(text), text);
    expect(await look(again.upgrade)).toBeUndefined();
    expect([again.downloads(), again.upgrade.failed?.version]).toEqual([0, NEXT]);
    const later = programOf('v1.0.0-7');
    const next = upgradeTo(released(later, 'v1.0.0-7'), later);
    const found = await look(next.upgrade);
    expect(found && (await next.upgrade.take(found, never))).toBe(true);
  });
});

describe('a release is not even run', () => {
  const text = programOf(NEXT, 'exit 0');
  it.each<[string, NodeRelease, string, string]>([
    ['whose signature is by another key', released(text, NEXT, OTHER), text, 'not signed'],
    ['of which a bit was changed', { ...released(text), size: 1 }, text, 'not signed'],
    ['for another system', released(text, NEXT, privateKey, 'parapet-darwin-arm64'), text, 'not signed'],
    ['whose download breaks off', released(text), text.slice(0, 20), 'of its'],
    ['whose download does not end', released(text), `${text}x`, 'more than its'],
    ['whose bytes are others', released(text), text.replace('exit 0', 'exit 1'), 'another SHA-256'],
  ])('%s', async (_, release, sent, why) => {
    const { upgrade } = upgradeTo(release, sent);
    expect(await look(upgrade)).toBeUndefined();
    expect(upgrade.failed).toMatchObject({ version: NEXT, reason: expect.stringContaining(why) });
    expect(said()).toBe(programOf(OWN));
    const mended = upgradeTo(released(text), text);
    expect(await look(mended.upgrade)).toMatchObject({ version: NEXT });
  });
});

describe('a version that was taken', () => {
  const text = programOf(NEXT);
  /** The upgrade as this version sees it when it starts. */
  const seenBy = (version: string, settledMs?: number) => upgradeTo(null, '', { version, settledMs }).upgrade;
  const counted = (times: number) =>
    Array.from({ length: times }, () => new Probation(folder).countStart(program())).at(-1);

  it('and does not stay up is taken back, said, and not tried again', async () => {
    await upgraded(text);
    expect([counted(3), said()]).toEqual([false, text]);
    expect([counted(1), said()]).toEqual([true, programOf(OWN)]);
    expect(seenBy(OWN).failed).toMatchObject({ version: NEXT, reason: 'it ended 3 times soon after its start' });
    const again = upgradeTo(released(text), text);
    expect([await look(again.upgrade), again.upgrade.failed?.version]).toEqual([undefined, NEXT]);
  });

  it('stays once a round succeeded after it was up for a while', async () => {
    await upgraded(text);
    seenBy(NEXT, 1_000).settle(999);
    expect(seenBy(NEXT).isOnProbation).toBe(true);
    seenBy(NEXT, 1_000).settle(1_000);
    expect([seenBy(NEXT).isOnProbation, counted(5), said()]).toEqual([false, false, text]);
  });

  it('is not counted where it was told to end', async () => {
    await upgraded(text);
    for (let i = 0; i < 5; i++) {
      expect(counted(1)).toBe(false);
      seenBy(NEXT).stopped();
    }
    expect(said()).toBe(text);
  });

  it('and is replaced by a later one leaves the one that proved itself to go back to', async () => {
    await upgraded(text);
    const later = programOf('v1.0.0-7');
    const { upgrade } = upgradeTo(released(later, 'v1.0.0-7'), later, { version: NEXT });
    const found = await look(upgrade);
    expect(found && (await upgrade.take(found, never))).toBe(true);
    expect([counted(4), said()]).toEqual([true, programOf(OWN)]);
  });

  it('is tried again where the node died before it was put into its place', async () => {
    new Probation(folder).begin(NEXT);
    expect(await upgraded(text)).toMatchObject({ taken: true });
  });
});

describe('nothing is asked for', () => {
  const text = programOf(NEXT);
  it.each<[string, NodeRelease | null, Partial<UpgradeOptions>]>([
    ['where nothing is released', null, {}],
    ['where the release is older', released(text, 'v1.0.0-4'), {}],
    ['where it is the one that runs', released(text, OWN), {}],
    ['where the node has no release key', released(text), { release_key: '' }],
    ['from source', released(text), { program: undefined }],
  ])('%s', async (_, release, more) => {
    const { upgrade, downloads } = upgradeTo(release, text, more);
    expect([await look(upgrade), downloads(), upgrade.failed]).toEqual([undefined, 0, null]);
  });
});

describe('an agent that died', () => {
  const text = programOf(NEXT);

  it('while it downloaded starts anew', async () => {
    writeFileSync(`${program()}.next`, text.slice(0, 9));
    expect(await upgraded(text)).toMatchObject({ taken: true });
    expect(said()).toBe(text);
  });

  it('before it exchanged the programs exchanges them', async () => {
    writeFileSync(path.join(folder, 'upgrade.json'), '{"trying":{"version":"v1.0.0-6","tries":1},"failed":[]}');
    linkSync(program(), `${program()}.previous`);
    expect(await upgraded(text)).toMatchObject({ taken: true });
    expect([said(), readFileSync(`${program()}.previous`, 'utf8')]).toEqual([text, programOf(OWN)]);
  });

  it('after it exchanged them has nothing left to do', async () => {
    writeFileSync(path.join(folder, 'upgrade.json'), '{"trying":{"version":"v1.0.0-6","tries":1},"failed":[]}');
    writeFileSync(`${program()}.next`, text, { mode: 0o755 });
    renameSync(`${program()}.next`, program());
    const { upgrade, downloads } = upgradeTo(released(text), text, { version: NEXT });
    expect([await look(upgrade), downloads(), upgrade.failed]).toEqual([undefined, 0, null]);
  });

  it('in each of three trials does not begin a fourth', async () => {
    writeFileSync(path.join(folder, 'upgrade.json'), '{"trying":{"version":"v1.0.0-6","tries":3},"failed":[]}');
    const { upgrade, taken } = await upgraded(text);
    expect([taken, said(), upgrade.failed?.reason]).toEqual([false, programOf(OWN), 'its trial was cut off 3 times']);
  });

  it('is not the fault of the version where the node was stopped', async () => {
    const { upgrade } = upgradeTo(released(programOf(NEXT, 'sleep 60')), programOf(NEXT, 'sleep 60'));
    const found = await look(upgrade);
    expect(found && (await upgrade.take(found, AbortSignal.timeout(300)))).toBe(false);
    expect([said(), upgrade.failed]).toEqual([programOf(OWN), null]);
  });
});
