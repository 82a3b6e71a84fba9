import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EnrolledNode, IssuedNodeKey } from '@/lib/guard/node-enrolments/contract';
import { forgetWanted, written } from './objects';

/** How the agent gets at its key: a file that somebody else keeps, or a token that it trades once. */
export type KeySource = { folder: string; node_id?: string; file?: string; token?: string };

/** A key in a file of the agent's alone; `token` is the hash of what it was traded for. */
type Stored = IssuedNodeKey & { token: string; ctime: number; release_key?: string };

type Enrol = (token: string) => Promise<EnrolledNode>;

/** More than a key has. */
const ROOM = ' '.repeat(4_096);

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** The key of a node: which it is, and the next one before it ends. */
export class NodeKey {
  #isWritten = true;

  private constructor(
    readonly node_id: string,
    public text: string,
    private readonly file: string,
    /** Undefined for a key that somebody else keeps, who replaces it too. */
    private stored: Stored | undefined,
  ) {}

  /** Reads the key, or trades the token where that is another than last time. Throws with the name of what is wrong. */
  static async open({ folder, node_id = '', file, token }: KeySource, enrol: Enrol): Promise<NodeKey> {
    if (file !== undefined) {
      if (node_id === '') throw new Error('NODE_ID: expected beside NODE_KEY_FILE');
      return new NodeKey(node_id, readOwn('NODE_KEY_FILE', file), file, undefined);
    }
    const own = path.join(folder, 'key.json');
    const text = existsSync(own) ? readOwn('NODE_DIR', own) : '';
    const known: Stored | undefined = text === '' ? undefined : JSON.parse(text);
    if (known && (token === undefined || hashOf(token) === known.token)) {
      return new NodeKey(known.node_id, known.api_key, own, known);
    }
    if (token === undefined) throw new Error('NODE_TOKEN: expected, as this node has no key yet');
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    // A token is traded once: a key that could not be kept would be lost with it.
    writeFileSync(`${own}.new`, ROOM, { mode: 0o600 });
    const issued = await enrol(token);
    // Also one at the same address may have been set up anew since, and count its revisions from the beginning.
    forgetWanted(folder);
    const key = new NodeKey(issued.node_id, issued.api_key, own, undefined);
    key.#keep(issued, { token: hashOf(token), release_key: issued.release_key });
    return key;
  }

  /** Whose signature of a released agent counts, as it was said at enrolment; empty where nothing was. */
  get release_key(): string {
    return this.stored?.release_key ?? '';
  }

  /**
   * Gets the next key where a third of the time is left. The one before still opens for some minutes, so the next one counts at once, and is written
   * again where that failed.
   */
  async renewIfDue(nextKey: () => Promise<IssuedNodeKey>, now = Date.now()): Promise<void> {
    const { stored } = this;
    if (!this.#isWritten) this.#write();
    if (!stored || stored.expires_at - now > (stored.expires_at - stored.ctime) / 3) return;
    this.#keep(await nextKey(), stored, now);
  }

  #keep(
    { node_id, api_key, expires_at }: IssuedNodeKey,
    { token, release_key }: Pick<Stored, 'token' | 'release_key'>,
    ctime = Date.now(),
  ): void {
    this.stored = { node_id, api_key, expires_at, token, ctime, release_key };
    this.text = api_key;
    this.#isWritten = false;
    this.#write();
  }

  #write(): void {
    written(this.file, JSON.stringify(this.stored));
    this.#isWritten = true;
  }
}

/** A key that others on the machine may read is none. */
function readOwn(name: string, file: string): string {
  if (!existsSync(file)) throw new Error(`${name}: there is no ${file}`);
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new Error(`${name}: ${file} must be readable by its owner alone (0600)`);
  }
  return readFileSync(file, 'utf8').trim();
}
