import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/api/errors';
import { parseWith } from '@/lib/api/parse';
import { readAddress } from '@/lib/guard/bwlist/address';
import { translator } from '@/lib/i18n/translate';
import { valuesBeside } from '../client/output';
import type { Language } from '../client/texts';
import {
  ADDRESSES,
  FIELDS,
  FOLDERS,
  type Folder,
  keyOf,
  keysOf,
  knownKeys,
  MAX_ADDRESSES,
  PARTS,
  partKindsOf,
  unknownField,
} from './documents';
import type { Addresses, Entry, Fields, Kind } from './entry';
import { contradictionsIn, withAllNodes } from './serving';
import { type ApplySay, applySayIn } from './texts';
import { readYaml, type Yaml } from './yaml';

/** Characters of one file: some half a million addresses. */
const MAX_FILE = 16 * 1024 * 1024;
/** Faults that are said at once. */
const MAX_FAULTS = 20;

/** What is wrong with files, each with its file and line. */
export class BadFiles extends Error {}

type Reader = { faults: string[]; say: ApplySay; language: Language };
type Path = readonly (string | number)[];
type Open = Reader & { yaml: Yaml; fault: (path: Path, message: string) => void };

/** What the files of a folder say. Throws BadFiles where one of them is not understood in every part. */
export async function readFolder(folder: string, language: Language): Promise<Map<Entry, string>> {
  const reader: Reader = { faults: [], say: applySayIn(language), language };
  const entries = new Map<Entry, string>();
  for (const file of await filesOf(folder, reader)) {
    const kind = FOLDERS[file.split('/')[0] as Folder].kind;
    const entry = await readOne(path.join(folder, file), file, kind, reader);
    if (entry) entries.set(entry, file);
    if (reader.faults.length >= MAX_FAULTS) break;
  }
  refuseTwice(entries, reader);
  if (reader.faults.length > 0) throw new BadFiles(reader.faults.slice(0, MAX_FAULTS).join('\n'));
  return entries;
}

/** Files in their order by name. Hidden ones, such as those of git, are none of these, nor is a README. */
async function filesOf(folder: string, { faults, say }: Reader): Promise<string[]> {
  const namesIn = async (at: string) => {
    const names = await readdir(at, { withFileTypes: true }).catch(() => undefined);
    if (!names) throw new BadFiles(say('no_folder', { name: at }));
    return names.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
  };
  const known = Object.keys(FOLDERS)
    .map((name) => `${name}/`)
    .join(', ');
  const files: string[] = [];
  for (const one of await namesIn(folder)) {
    const isOurs = Object.hasOwn(FOLDERS, one.name) && one.isDirectory();
    if (!isOurs && /^(readme|license)/i.test(one.name)) continue;
    if (!isOurs) {
      faults.push(`${one.name}: ${say('unknown_file', { known })}`);
      continue;
    }
    const { max } = FOLDERS[one.name as Folder];
    const own = await namesIn(path.join(folder, one.name));
    if (own.length > max) throw new BadFiles(`${one.name}/: ${say('too_many', { max: String(max) })}`);
    for (const file of own) {
      const name = `${one.name}/${file.name}`;
      if (file.isFile() && /\.ya?ml$/.test(file.name)) files.push(name);
      else faults.push(`${name}: ${say('unknown_file', { known: '*.yaml' })}`);
    }
  }
  return files;
}

async function readOne(at: string, file: string, kind: Kind, reader: Reader): Promise<Entry | undefined> {
  const { faults, say } = reader;
  if ((await stat(at)).size > MAX_FILE) {
    faults.push(`${file}: ${say('too_large', { max: `${MAX_FILE / 1024 / 1024} MiB` })}`);
    return undefined;
  }
  const yaml = readYaml(await readFile(at, 'utf8'));
  if ('message' in yaml) {
    faults.push(`${file}:${yaml.line}: ${say('not_yaml', { name: yaml.message })}`);
    return undefined;
  }
  const fault = (where: Path, message: string) => faults.push(`${file}:${yaml.lineOf(where)}: ${message}`);
  return entryOf(kind, yaml.value, [], { ...reader, yaml, fault });
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object at a place in a file; undefined where it is not what the endpoints of its kind take. */
function entryOf(kind: Kind, value: unknown, at: Path, open: Open): Entry | undefined {
  const { say, fault, faults } = open;
  const before = faults.length;
  if (!isObject(value)) {
    fault(at, say('not_object'));
    return undefined;
  }
  for (const key of Object.keys(value).filter((one) => !keysOf(kind).includes(one))) {
    fault([...at, key], say('unknown_field', { name: key, known: keysOf(kind).join(', ') }));
  }
  const own = Object.fromEntries(Object.entries(value).filter(([key]) => key in FIELDS[kind].shape));
  const fields = fieldsIn(kind, own, at, open);
  const entry: Entry = { kind, key: keyOf(kind, fields ?? {}), fields: fields ?? {}, parts: {} };
  for (const part of partKindsOf(kind)) {
    const { key, max } = PARTS[part];
    if (value[key] === undefined) continue;
    const some = listAt(value[key], [...at, key], max, open);
    entry.parts[part] = some.flatMap((one, i) => entryOf(part, one, [...at, key, i], open) ?? []);
  }
  if (Object.keys(ADDRESSES).some((key) => key in value)) entry.addresses = addressesIn(value, at, open);
  return faults.length > before ? undefined : entry;
}

/** Fields as the endpoint's own schema reads them. */
function fieldsIn(kind: Kind, own: Fields, at: Path, { language, say, fault }: Open): Fields | undefined {
  try {
    const read = parseWith(FIELDS[kind], own, translator(language === 'zh' ? 'zh-CN' : 'en-US')) as Fields;
    const lost = unknownField(own, read);
    if (lost === undefined && kind !== 'domain') return read;
    if (lost === undefined) {
      const all = withAllNodes(read);
      for (const { at: where, key, name } of contradictionsIn(all)) {
        fault([...at, ...where], `${where.join('.')}: ${say(key, { name })}`);
      }
      return all;
    }
    const where = lost.split('.');
    const known = knownKeys(kind, where.slice(0, -1)).join(', ') || '-';
    fault([...at, ...where], say('unknown_field', { name: lost, known }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { field = '', message = '', valid_values } = error.details;
    const known = valuesBeside(message, valid_values);
    const valid = known === '' ? '' : ` (${say('valid', { known })})`;
    fault([...at, ...(field === '' ? [] : field.split('.'))], `${field === '' ? '' : `${field}: `}${message}${valid}`);
  }
  return undefined;
}

function listAt(value: unknown, at: Path, max: number, { say, fault }: Open): unknown[] {
  if (!Array.isArray(value)) fault(at, say('not_list'));
  else if (value.length > max) fault(at, say('too_many', { max: String(max) }));
  else return value;
  return [];
}

function addressesIn(value: Fields, at: Path, open: Open): Addresses {
  const { language, say, fault } = open;
  const t = translator(language === 'zh' ? 'zh-CN' : 'en-US');
  const found = new Map<string, boolean>();
  for (const [key, enabled] of Object.entries(ADDRESSES)) {
    if (value[key] === undefined) continue;
    for (const [i, written] of listAt(value[key], [...at, key], MAX_ADDRESSES, open).entries()) {
      if (open.faults.length >= MAX_FAULTS) return found;
      const read = readAddress(typeof written === 'string' ? written.trim() : '');
      if ('key' in read) {
        const { key: name, ...values } = read;
        fault([...at, key, i], `${key}.${i}: ${t(`validation.${name}`, values)}`);
      } else if (found.has(read.ip_addr)) fault([...at, key, i], say('twice', { name: read.ip_addr }));
      else found.set(read.ip_addr, enabled);
    }
  }
  return found;
}

/** Policies and domains are referred to by name, and so must be one of each. */
function refuseTwice(entries: ReadonlyMap<Entry, string>, { faults, say }: Reader): void {
  const seen = new Set<string>();
  for (const [{ kind, key }, file] of entries) {
    if (kind === 'list') continue;
    const name = `${kind} ${key}`;
    if (seen.has(name)) faults.push(`${file}: ${say('twice', { name })}`);
    seen.add(name);
  }
}
