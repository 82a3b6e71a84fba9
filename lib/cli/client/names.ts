import { GLOBAL_FLAGS, SWITCHES } from './command';

const VERBS: Readonly<Record<string, string>> = { view: 'show', edit: 'update', remove: 'delete' };
/** Resources whose folder's name is not what an operator would type. */
const RESOURCES: Readonly<Record<string, string>> = {
  catalogue: 'charts',
  fleet: 'nodes',
  nodes: 'domain-nodes',
  profile: 'account',
  release: 'cli',
  search: 'events',
  ingest: 'events',
  session: 'auth',
};

const kebab = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

/** What an operator calls the resource of a folder. */
export function resourceOf(folder: string): string {
  const name = folder.split('/').at(-1) ?? folder;
  return RESOURCES[name] ?? name;
}

/** The verb of an endpoint's key. */
export const verbOf = (key: string): string => VERBS[key] ?? kebab(key);

/** The flag of a field; one called like a flag of every command gets another. */
export function flagOf(name: string): string {
  const flag = kebab(name);
  return flag in GLOBAL_FLAGS || SWITCHES.includes(flag) ? `field-${flag}` : flag;
}
