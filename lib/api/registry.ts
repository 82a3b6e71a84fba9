import { contractModules } from '@/lib/generated/contracts';
import { handlerModules } from '@/lib/generated/handlers';
import type { Handlers } from './bind';
import { type AnyEndpoint, isContract, type Permission } from './endpoint';
import { coreErrors, type ErrorDefinition } from './errors';

/** One endpoint with what belongs to it. */
export type Route = Readonly<{
  /** `<resource folder>.<key>`, such as `guard/policies.create`. */
  name: string;
  key: string;
  folder: string;
  endpoint: AnyEndpoint;
  /** Loaded at the first call, so that a module costs nothing until it is used. */
  handlers: () => Promise<Handlers>;
  /** Audit action: the permission, or the endpoint's name where it is computed; what `audit` says comes first. */
  action: string;
}>;

type HandlerModule = { handlers: Handlers };

function routesOf(folder: keyof typeof contractModules): Route[] {
  const load: () => Promise<HandlerModule> = handlerModules[folder];
  let loaded: Promise<Handlers> | undefined;
  const handlers = () => {
    loaded ??= load().then((module) => module.handlers);
    return loaded;
  };
  const name = folder.replace(/^lib\//, '');
  const contracts = Object.values(contractModules[folder]).filter(isContract);
  return contracts.flatMap((endpoints) =>
    Object.entries(endpoints).map(([key, endpoint]) => ({
      name: `${name}.${key}`,
      key,
      folder,
      endpoint,
      handlers,
      action: actionOf(endpoint, `${name.replace('/', '.')}.${key}`),
    })),
  );
}

function actionOf(endpoint: AnyEndpoint, name: string): string {
  const { permission, audit } = endpoint;
  if (audit && 'action' in audit && audit.action) return audit.action;
  return typeof permission === 'function' || permission === 'public' || permission === 'session' ? name : permission;
}

const folders = Object.keys(contractModules) as (keyof typeof contractModules)[];

/** Every endpoint of the product. */
export const routes: readonly Route[] = folders.flatMap(routesOf);

/** Every permission an endpoint asks for, sorted. */
export const permissions: readonly Permission[] = [
  ...new Set(routes.flatMap((route) => grantedBy(route.endpoint))),
].sort();

function grantedBy({ permission, grants }: AnyEndpoint): readonly Permission[] {
  if (grants) return grants;
  return typeof permission === 'string' && permission !== 'public' && permission !== 'session' ? [permission] : [];
}

/** Permissions with a part that may be anything, such as the id of a node: no list names them all. */
const templates = routes.flatMap(({ endpoint: { permission, grants } }) =>
  typeof permission === 'string' && grants?.length === 0
    ? [new RegExp(`^${permission.replace(/\{\w+\}/g, '[\\w.~-]+')}$`)]
    : [],
);

/** Whether some endpoint asks for a permission of this name. */
export const isPermission = (key: string): boolean => isListed(key) || templates.some((template) => template.test(key));

/** The same of those that a list names, which are called something in every language. */
export const isListed = (key: string): boolean => permissions.some((known) => known === key);

/** Whether an endpoint asks for a permission, among others or alone. */
export const asksFor = ({ endpoint }: Route, key: Permission): boolean => grantedBy(endpoint).includes(key);

/** Permissions that let business users do anything; the rest open only what is platform staff's (spec 5, rule 10). */
export const businessPermissions: readonly Permission[] = permissions.filter((key) =>
  routes.some((route) => !route.endpoint.platformOnly && asksFor(route, key)),
);

/** Permissions that open nothing but what is the operator's. */
export const operatorPermissions: ReadonlySet<Permission> = new Set(
  permissions.filter((key) =>
    routes.filter((route) => asksFor(route, key)).every((route) => route.endpoint.operatorOnly),
  ),
);

const ownErrors = folders.map((folder) => {
  const module: Record<string, unknown> = contractModules[folder];
  return (module.errors ?? {}) as Record<string, ErrorDefinition>;
});

/** The error catalogue: code, status and category by err_key (DESIGN 5, Error body). */
export const errorCatalogue: Readonly<Record<string, ErrorDefinition>> = Object.assign({}, coreErrors, ...ownErrors);

/** The business code of an error. An err_key outside the catalogue is a mistake of ours. */
export function errorCode(errKey: string): number {
  const definition = errorCatalogue[errKey];
  if (!definition) throw new Error(`${errKey} is not in the error catalogue`);
  return definition.code;
}
