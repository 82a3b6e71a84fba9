import { EXIT, Failure } from '../client/failure';
import { visible } from '../client/output';
import { progressOn } from '../client/progress';
import type { Target } from '../client/server';
import type { Session } from '../client/session';
import { type Certificates, NotOne } from './certificates';
import { documentOf } from './documents';
import type { Entry } from './entry';
import { knownOf, perform } from './perform';
import { type Plan, plan, Unchangeable } from './plan';
import { lineOf, nameOf, planText } from './print';
import { BadFiles, readFolder } from './read-files';
import { type Existing, type Owners, readServer } from './read-server';
import type { CertificateName } from './serving';
import { type ApplySay, applySayIn } from './texts';
import { filesFrom, writeFolder } from './write-files';

/** What one of the three commands was asked to do. */
export type Asked = { folder: string; prune: boolean; owners: Owners };

/** Writes what the server has into files. */
export async function exportTo(session: Session, target: Target, { folder, prune, owners }: Asked) {
  const { io, language } = session;
  const say = applySayIn(language);
  const { entries, unread } = await readWatched(session, target, owners);
  const files = filesFrom(entries);
  const leftover = await writeFolder(folder, files, prune).catch((error: Error) => {
    throw new Failure(EXIT.usage, say('unwritable', { name: folder, message: error.message }));
  });
  if (leftover.length > 0 && !prune) io.err(`${say('leftover', { name: visible(leftover.join(', ')) })}\n`);
  if (unread.size > 0) io.err(`${say('unread', { name: [...unread].join(', ') })}\n`);
  io.err(`${say('written', { count: files.size, name: folder })}\n`);
}

/** Prints what an apply would do; Failure where that is something. */
export async function diffWith(session: Session, target: Target, asked: Asked): Promise<void> {
  const say = applySayIn(session.language);
  const { planned } = await plannedFrom(session, target, asked);
  await session.io.out(`${planText(planned, say)}\n`);
  if (planned.steps.length > 0) throw new Failure(EXIT.differs, say('differs'));
}

/** Makes the server what the files say, once somebody has agreed to the plan. */
export async function applyFrom(session: Session, target: Target, asked: Asked, isAgreed: boolean): Promise<void> {
  const { io, language } = session;
  const say = applySayIn(language);
  const { existing, planned } = await plannedFrom(session, target, asked);
  await io.out(`${planText(planned, say)}\n`);
  if (planned.steps.length === 0) return;
  if (!isAgreed) {
    if (!io.ask) throw new Failure(EXIT.usage, say('no_terminal'));
    const answer = (await io.ask(say('ask'))).trim();
    if (!new RegExp(say('yes'), 'i').test(answer)) throw new Failure(EXIT.differs, say('declined'));
  }
  await performAll(session, target, existing, planned, say);
}

async function performAll({ io }: Session, target: Target, existing: Existing, planned: Plan, say: ApplySay) {
  const known = knownOf(existing, planned);
  const { steps } = planned;
  const progress = progressOn(io);
  const tell = (done: number, all: number) => progress.tell(`${done} / ${all}`);
  for (const [i, step] of steps.entries()) {
    const position = say('done', { done: i, all: steps.length });
    await perform(target, known, step, tell).catch((error: Error) => {
      progress.end();
      const rest = steps.slice(i + 1).map((one) => `  ${lineOf(one)}`);
      const not_done = rest.length > 0 ? [say('not_done', { name: rest.join('\n') })] : [];
      io.err(`${[position, say('failed', { step: lineOf(step) }), ...not_done].join('\n')}\n`);
      throw error;
    });
    progress.end();
    await io.out(`${lineOf(step)}\n`);
  }
  await io.out(`${say('done', { done: steps.length, all: steps.length })}\n`);
}

async function readWatched(session: Session, target: Target, owners: Owners): Promise<Existing> {
  const existing = await readTelling(session, target, owners);
  const known = new Set(existing.entries.map(({ live }) => live?.owner));
  const none = owners.filter((owner) => !known.has(owner));
  if (none.length > 0) {
    session.io.err(`parapet: ${applySayIn(session.language)('no_owner', { name: none.join(', ') })}\n`);
  }
  return existing;
}

async function readTelling({ io, language }: Session, target: Target, owners: Owners): Promise<Existing> {
  const say = applySayIn(language);
  const progress = progressOn(io);
  try {
    return await readServer(target, owners, (done, all) => progress.tell(say('reading', { done, all })));
  } finally {
    progress.end();
  }
}

/** Files are read and understood before the server is asked anything. */
async function plannedFrom(session: Session, target: Target, { folder, prune, owners }: Asked) {
  const { language } = session;
  const say = applySayIn(language);
  const read = await readFolder(folder, language).catch((error: Error) => {
    throw error instanceof BadFiles ? new Failure(EXIT.usage, say('refused', { name: error.message })) : error;
  });
  const existing = await readWatched(session, target, owners);
  requireRead(read, existing, say);
  const files = await withCertificates(read, existing, say);
  const wanted = [...files.keys()];
  requireOneOwner(existing.entries, { prune, owners }, say);
  requirePolicies(files, existing, say);
  try {
    return { existing, planned: plan(existing.entries, wanted, prune) };
  } catch (error) {
    if (!(error instanceof Unchangeable)) throw error;
    const { entry, field } = error;
    throw new Failure(EXIT.usage, say('unchangeable', { name: `${files.get(entry)}: ${nameOf(entry)}`, field }));
  }
}

/** Nobody can say what differs of what they may not read. */
function requireRead(files: ReadonlyMap<Entry, string>, { unread }: Existing, say: ApplySay): void {
  for (const [entry, file] of files) {
    if (entry.kind !== 'domain') continue;
    const field = Object.keys(documentOf(entry)).find((key) => unread.has(key));
    if (field) throw new Failure(EXIT.forbidden, say('may_not_read', { name: `${file}: ${nameOf(entry)}`, field }));
  }
}

/** The same, with certificates called as what is there is read: by name, and by fingerprint where several have that name. */
async function withCertificates(files: ReadonlyMap<Entry, string>, { certificates }: Existing, say: ApplySay) {
  const all = new Map<Entry, string>();
  for (const [entry, file] of files) {
    const given = entry.fields.certificates as CertificateName[] | undefined;
    const name = `${file}: ${nameOf(entry)}`;
    const called = await Promise.all((given ?? []).map((one) => calledAs(certificates, one, name, say)));
    const texts = called.map((one) => JSON.stringify(one));
    const twice = texts.find((text, i) => texts.indexOf(text) < i);
    if (twice) throw new Failure(EXIT.usage, `${name}: ${say('twice', { name: twice })}`);
    all.set(given ? { ...entry, fields: { ...entry.fields, certificates: called } } : entry, file);
  }
  return all;
}

async function calledAs(certificates: Certificates, one: CertificateName, name: string, say: ApplySay) {
  try {
    return await certificates.nameOf(await certificates.find(one));
  } catch (error) {
    if (!(error instanceof NotOne)) throw error;
    const key = error.count === 0 ? 'no_certificate' : 'several_certificates';
    throw new Failure(EXIT.usage, say(key, { name, certificate: one.name ?? one.fingerprint ?? '' }));
  }
}

/** What belongs to somebody else of the account may only be deleted where that is said. */
function requireOneOwner(
  existing: readonly Entry[],
  { prune, owners }: Pick<Asked, 'prune' | 'owners'>,
  say: ApplySay,
) {
  const found = [...new Set(existing.map(({ live }) => live?.owner ?? ''))].sort();
  if (prune && owners.length === 0 && found.length > 1) {
    throw new Failure(EXIT.usage, say('several_owners', { name: found.join(', ') }));
  }
}

/** Every policy that a file names is there, or made. */
function requirePolicies(files: ReadonlyMap<Entry, string>, existing: Existing, say: ApplySay): void {
  const made = [...files.keys()].filter(({ kind }) => kind === 'policy').map(({ key }) => key);
  const policies = new Set([...made, ...existing.policies.keys()]);
  for (const [entry, file] of files) {
    const policy = String(entry.fields.policy ?? '');
    if (policy === '' || policies.has(policy)) continue;
    throw new Failure(EXIT.usage, say('no_policy', { name: `${file}: ${nameOf(entry)}`, policy }));
  }
}
