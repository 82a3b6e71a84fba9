import type { PermissionModule } from '@/lib/sys/permissions/contract';

export type Action = PermissionModule['resources'][number]['actions'][number];
export type Resource = PermissionModule['resources'][number];
/** A module of the tree with its name, which the API leaves to the reader. */
export type NamedModule = PermissionModule & { name: string };

export const keysOf = (resource: Resource): string[] => resource.actions.map((action) => action.full_key);
export const keysOfModule = (module: PermissionModule): string[] => module.resources.flatMap(keysOf);

/** The tree without what a search does not find; a module or resource that is found keeps all below it. */
export function searched(modules: readonly NamedModule[], text: string): NamedModule[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...modules];
  const found = (...words: string[]) => words.some((word) => word.toLowerCase().includes(wanted));
  return modules.flatMap((module) => {
    if (found(module.module, module.name)) return [module];
    const resources = module.resources.flatMap((resource) => {
      if (found(resource.prefix, resource.name)) return [resource];
      const actions = resource.actions.filter((action) => found(action.full_key, action.name));
      return actions.length > 0 ? [{ ...resource, actions }] : [];
    });
    return resources.length > 0 ? [{ ...module, resources }] : [];
  });
}

/** The tree with only the permissions that pass. */
export function only(modules: readonly NamedModule[], passes: (full_key: string) => boolean): NamedModule[] {
  return modules.flatMap((module) => {
    const resources = module.resources.flatMap((resource) => {
      const actions = resource.actions.filter((action) => passes(action.full_key));
      return actions.length > 0 ? [{ ...resource, actions }] : [];
    });
    return resources.length > 0 ? [{ ...module, resources }] : [];
  });
}
