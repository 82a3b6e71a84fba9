import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { asksFor, businessPermissions, permissions, routes } from '@/lib/api/registry';
import { matches } from '@/lib/auth/permissions';
import type { Paging } from '@/lib/db/paginate';
import type { Locale } from '@/lib/i18n/locales';
import { type Translator, translator } from '@/lib/i18n/translate';
import type { RoleHolder } from '@/lib/sys/roles/contract';
import { rolesOfSite, listHolders as usersWith } from '@/lib/sys/roles/repository';
import type { PermissionFacts, PermissionModule } from './contract';

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

/** What each permission opens; the same for every caller. */
export const permissionFacts: PermissionFacts[] = permissions.map((full_key) => ({
  full_key,
  platform_only: !businessPermissions.includes(full_key),
  endpoints: routes
    .filter((route) => asksFor(route, full_key))
    .map(({ endpoint: { method, path, platformOnly } }) => ({ method, path, platform_only: platformOnly === true })),
}));

/** The users the caller sees for whom a permission takes effect, newest first. Throws permission_unknown. */
export async function listHolders(ctx: Ctx, query: Paging & { permission: string }): Promise<Page<RoleHolder>> {
  const facts = permissionFacts.find(({ full_key }) => full_key === query.permission);
  if (!facts) throw new AppError('err.sys.role.permission_unknown', { field: 'permission' });
  const roles = await rolesOfSite(ctx.db, ctx.scope.oem_id);
  const granting = roles.filter((role) => role.permissions.some((pattern) => matches(pattern, facts.full_key)));
  return usersWith(ctx.db, ctx.scope, granting, { ...query, platform_only: facts.platform_only });
}
