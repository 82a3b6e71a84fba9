import { v7 as uuid } from 'uuid';
import { findByName, findBySkeleton, hasUsers, type UserRow, userKey } from '@/lib/auth/identity';
import { BUILT_IN_ROLES, SUPER_ADMIN, TENANT_ADMIN, TENANT_OPERATOR } from '@/lib/auth/roles';
import { randomBase62 } from '@/lib/auth/tokens';
import { type Config, ConfigError } from '@/lib/config/env';
import type { Db, Store, Tx } from '@/lib/db/store';
import { grantPlan } from '@/lib/plan/plans/grants';
import { findPlan, providePlan } from '@/lib/plan/plans/repository';
import { chainAfter, chainOf } from '@/lib/sys/users/chain';
import * as repository from '@/lib/sys/users/repository';
import { DEFAULT_OEM } from '@/lib/tenancy/oem';
import { type Provision, readProvisionFile } from './file';
import { FirstPasswords } from './passwords';

declare module '@/lib/db/tables' {
  interface Tables {
    nodes: { node_id: string; name: string; machine_room: string; ip_addr: string; ipv6: number; line: number };
    allocations: { user_id: string; node_id: string };
  }
}

const wrong = (entry: string, reason: string) => new ConfigError(`PROVISION_FILE: ${entry}: ${reason}`);

/**
 * Applies what every start applies: the default OEM, the built-in roles, the provisioning file and, on an empty
 * store, the administrator. All in one transaction. Answers the administrator's password when it had to be invented.
 */
export async function provision(store: Store, config: Config): Promise<string | undefined> {
  const file = config.PROVISION_FILE ? readProvisionFile(config.PROVISION_FILE) : undefined;
  const administrator = administratorOf(config);
  const passwords = new FirstPasswords();
  for (const user of await newUsers(store.read, administrator, file)) await passwords.hash(user);
  const isFirstStart = await passwords.within(() =>
    store.transaction(async (tx) => {
      const now = Date.now();
      // Locks that row, so that processes which start at the same time go on one after another.
      await upsertOem(tx, { oem_id: DEFAULT_OEM, name: 'Parapet', hostnames: [] }, now);
      for (const role of BUILT_IN_ROLES) await upsertRole(tx, { ...role, permissions: [...role.permissions] }, now);
      const hasNobody = !(await hasUsers(tx));
      if (hasNobody) await insertUser(tx, { ...administrator, password_hash: passwords.of(administrator), now });
      if (file) await apply(tx, file, passwords, now);
      return hasNobody;
    }),
  );
  return isFirstStart && config.ADMIN_PASSWORD === undefined ? administrator.password : undefined;
}

const administratorOf = ({ ADMIN_USER, ADMIN_PASSWORD }: Config) => ({
  user_name: ADMIN_USER,
  password: ADMIN_PASSWORD ?? randomBase62(16),
  oem_id: DEFAULT_OEM,
  role_ids: [SUPER_ADMIN],
  need_change_password: ADMIN_PASSWORD === undefined,
  first_id: '',
  parent_id: '',
});

/** Who is to be made: those of the file whom the store does not have, and the administrator where it has nobody. */
async function newUsers(db: Db, administrator: { password: string }, file: Provision | undefined) {
  const users: { password: string }[] = (await hasUsers(db)) ? [] : [administrator];
  for (const user of file?.users ?? []) {
    if (!(await findByName(db, user.oem_id, user.user_name))) users.push(user);
  }
  return users;
}

async function apply(tx: Tx, file: Provision, passwords: FirstPasswords, now: number): Promise<void> {
  for (const [i, oem] of file.oems.entries()) await upsertOem(tx, oem, now, `oems.${i}`);
  for (const [i, role] of file.roles.entries()) {
    if (BUILT_IN_ROLES.some((r) => r.role_id === role.role_id))
      throw wrong(`roles.${i}.role_id`, 'a built-in role is read-only');
    if (await isOfAnOem(tx, role.role_id))
      throw wrong(`roles.${i}.role_id`, 'a role made in the console has this number');
    await upsertRole(tx, role, now);
  }
  for (const [i, user] of file.users.entries()) await upsertUser(tx, user, { passwords, now, entry: `users.${i}` });
  for (const { ipv6, ...node } of file.nodes) {
    const row = { ...node, ipv6: ipv6 ? 1 : 0 };
    await tx
      .insertInto('nodes')
      .values(row)
      .onConflict((c) => c.column('node_id').doUpdateSet(row))
      .execute();
  }
  for (const [i, allocation] of file.allocations.entries()) await allocate(tx, allocation, `allocations.${i}`);
  for (const [i, each] of file.event_retention.entries()) await retain(tx, each, `event_retention.${i}`);
  for (const plan of file.plans) await providePlan(tx, plan, now);
  for (const [i, each] of file.subscriptions.entries()) await subscribe(tx, each, now, `subscriptions.${i}`);
}

async function upsertOem(tx: Tx, oem: Provision['oems'][number], now: number, entry = 'oems'): Promise<void> {
  const { oem_id, name } = oem;
  await tx
    .insertInto('oems')
    .values({ oem_id, name, ctime: now })
    .onConflict((c) => c.column('oem_id').doUpdateSet({ name }))
    .execute();
  for (const hostname of oem.hostnames) {
    const owner = await tx.selectFrom('oem_hosts').select('oem_id').where('hostname', '=', hostname).executeTakeFirst();
    if (owner && owner.oem_id !== oem_id) throw wrong(entry, `hostname ${hostname} belongs to OEM ${owner.oem_id}`);
    if (!owner) await tx.insertInto('oem_hosts').values({ hostname, oem_id }).execute();
  }
}

async function isOfAnOem(tx: Tx, role_id: number): Promise<boolean> {
  const row = await tx.selectFrom('roles').select('oem_id').where('role_id', '=', role_id).executeTakeFirst();
  return row !== undefined && row.oem_id !== '';
}

async function upsertRole(tx: Tx, role: Provision['roles'][number], now: number): Promise<void> {
  const row = { name: role.name, level: role.level, permissions: JSON.stringify(role.permissions) };
  await tx
    .insertInto('roles')
    .values({ role_id: role.role_id, ...row, oem_id: '', ctime: now })
    .onConflict((c) => c.column('role_id').doUpdateSet(row))
    .execute();
}

type Making = { passwords: FirstPasswords; now: number; entry: string };

async function upsertUser(tx: Tx, user: Provision['users'][number], making: Making): Promise<void> {
  const { passwords, now, entry } = making;
  await requireOem(tx, user.oem_id, entry);
  const parent = user.parent === undefined ? undefined : await findByName(tx, user.oem_id, user.parent);
  if (user.parent !== undefined && !parent)
    throw wrong(`${entry}.parent`, `no user ${user.parent} in OEM ${user.oem_id}`);
  const role_ids = user.role_ids ?? [parent ? TENANT_OPERATOR : TENANT_ADMIN];
  for (const role_id of role_ids) {
    const role = await tx.selectFrom('roles').select('role_id').where('role_id', '=', role_id).executeTakeFirst();
    if (!role) throw wrong(`${entry}.role_ids`, `no role ${role_id}`);
  }
  const present = await findByName(tx, user.oem_id, user.user_name);
  if (present) {
    await updateUser(tx, present, user, now);
    return;
  }
  const alike = await findBySkeleton(tx, user.oem_id, user.user_name);
  if (alike) throw wrong(`${entry}.user_name`, `${user.user_name} looks like the user ${alike.user_name}`);
  const place = { first_id: await chainOf(tx, parent, role_ids), parent_id: parent?.user_id ?? '' };
  await insertUser(tx, { ...user, role_ids, ...place, password_hash: passwords.of(user), now });
}

type NewUser = {
  user_name: string;
  password_hash: string;
  oem_id: string;
  role_ids: readonly number[];
  nick_name?: string;
  email?: string;
  mobile?: string;
  need_change_password: boolean;
  first_id: string;
  parent_id: string;
  now: number;
};

async function insertUser(tx: Tx, user: NewUser): Promise<void> {
  const user_id = uuid();
  const { oem_id, nick_name = '', email = '', mobile = '', first_id, parent_id, now } = user;
  const user_name = user.user_name.normalize('NFC');
  await repository.insertUser(tx, {
    user_id,
    oem_id,
    user_name,
    user_key: userKey(user_name),
    password_hash: user.password_hash,
    nick_name,
    email,
    mobile,
    comment: '',
    locked: 0,
    need_change_password: user.need_change_password ? 1 : 0,
    first_id,
    parent_id,
    ctime: now,
    utime: now,
  });
  await repository.setRoles(tx, user_id, user.role_ids);
}

/** The password a user has stays theirs; only what the file says is brought in line. */
async function updateUser(tx: Tx, present: UserRow, user: Provision['users'][number], now: number): Promise<void> {
  const { nick_name = present.nick_name, email = present.email, mobile = present.mobile } = user;
  const first_id = user.role_ids ? await chainAfter(tx, present, user.role_ids) : present.first_id;
  await repository.updateUser(tx, { ...present, nick_name, email, mobile, first_id, utime: now });
  if (user.role_ids) await repository.setRoles(tx, present.user_id, user.role_ids);
}

async function allocate(tx: Tx, allocation: Provision['allocations'][number], entry: string): Promise<void> {
  await requireOem(tx, allocation.oem_id, entry);
  const user = await findByName(tx, allocation.oem_id, allocation.user_name);
  if (!user) throw wrong(`${entry}.user_name`, `no user ${allocation.user_name} in OEM ${allocation.oem_id}`);
  for (const node_id of allocation.node_ids) {
    const node = await tx.selectFrom('nodes').select('node_id').where('node_id', '=', node_id).executeTakeFirst();
    if (!node) throw wrong(`${entry}.node_ids`, `no node ${node_id}`);
    await tx
      .insertInto('allocations')
      .values({ user_id: user.user_id, node_id })
      .onConflict((c) => c.doNothing())
      .execute();
  }
}

async function retain(tx: Tx, each: Provision['event_retention'][number], entry: string): Promise<void> {
  const { keep_events_days } = each;
  const user_id = await mainAccount(tx, each, entry);
  await tx
    .insertInto('event_retention')
    .values({ user_id, keep_events_days })
    .onConflict((c) => c.column('user_id').doUpdateSet({ keep_events_days }))
    .execute();
}

async function subscribe(tx: Tx, each: Provision['subscriptions'][number], now: number, entry: string): Promise<void> {
  const user_id = await mainAccount(tx, each, entry);
  if (!(await findPlan(tx, each.plan_id))) throw wrong(`${entry}.plan_id`, `no plan ${each.plan_id}`);
  await grantPlan(tx, { user_id, plan_id: each.plan_id, ctime: now });
}

type Named = { oem_id: string; user_name: string };

/** Id of the main account of a tenant. */
async function mainAccount(tx: Tx, { oem_id, user_name }: Named, entry: string): Promise<string> {
  await requireOem(tx, oem_id, entry);
  const user = await findByName(tx, oem_id, user_name);
  if (!user) throw wrong(`${entry}.user_name`, `no user ${user_name} in OEM ${oem_id}`);
  if (user.first_id !== '') throw wrong(`${entry}.user_name`, `${user_name} is not the main account of a tenant`);
  return user.user_id;
}

async function requireOem(tx: Tx, oem_id: string, entry: string): Promise<void> {
  const oem = await tx.selectFrom('oems').select('oem_id').where('oem_id', '=', oem_id).executeTakeFirst();
  if (!oem) throw wrong(`${entry}.oem_id`, `no OEM ${oem_id}`);
}
