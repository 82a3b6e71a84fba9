import type { Ctx } from '@/lib/api/context';
import { permissions } from '@/lib/api/registry';
import type { Locale } from '@/lib/i18n/locales';
import { type Translator, translator } from '@/lib/i18n/translate';
import type { PermissionModule } from './contract';

const trees = new Map<Locale, PermissionModule[]>();

/** The catalogue of permissions, the same for every caller: what they hold themselves, their session tells (spec 4.4). */
export async function readTree(ctx: Ctx): Promise<PermissionModule[]> {
  const tree = trees.get(ctx.locale) ?? treeOf(permissions, translator(ctx.locale));
  trees.set(ctx.locale, tree);
  return tree;
}

/** Groups permissions by module and resource, in their order; names come from the messages' `permission` branch. */
export function treeOf(keys: readonly string[], t: Translator): PermissionModule[] {
  const modules = new Map<string, PermissionModule>();
  for (const full_key of keys) {
    const [module = '', resource = '', ...rest] = full_key.split('.');
    const key = rest.join('.');
    const prefix = `${module}.${resource}`;
    const branch = modules.get(module) ?? { module, resources: [] };
    modules.set(module, branch);
    let group = branch.resources.find((r) => r.prefix === prefix);
    if (!group) {
      group = { prefix, name: t(`permission.${prefix}.name`), actions: [] };
      branch.resources.push(group);
    }
    group.actions.push({ key, name: t(`permission.${full_key}`), full_key });
  }
  return [...modules.values()];
}
