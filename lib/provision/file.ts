import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { displayName, line } from '@/lib/api/fields';
import { ConfigError } from '@/lib/config/env';
import { ProvidedPlan } from '@/lib/plan/plans/contract';
import { PermissionPattern } from '@/lib/sys/roles/contract';

const id = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/);

const hostname = z
  .string()
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/)
  .transform((v) => v.toLowerCase());

/** The catalogue is read as a whole. */
const MAX_PLANS = 500;

/** What the API does not manage (DESIGN 1). Unknown keys are mistakes and are refused. */
const ProvisionFile = z.strictObject({
  oems: z
    .array(z.strictObject({ oem_id: id, name: displayName(100, 1), hostnames: z.array(hostname).default([]) }))
    .default([]),
  roles: z
    .array(
      z.strictObject({
        role_id: z.int().min(1),
        name: displayName(100, 1),
        level: z.int(),
        permissions: z.array(PermissionPattern),
      }),
    )
    .default([]),
  users: z
    .array(
      z.strictObject({
        user_name: line(255, 2),
        password: z.string().refine((v) => [...v].length >= 6 && [...v].length <= 72, 'expected 6 to 72 characters'),
        oem_id: id,
        role_ids: z.array(z.int().min(1)).optional(),
        nick_name: displayName(100).optional(),
        email: z.email().optional(),
        mobile: displayName(20).optional(),
        parent: z.string().optional(),
        need_change_password: z.boolean().default(false),
      }),
    )
    .default([]),
  nodes: z
    .array(
      z.strictObject({
        node_id: id,
        name: displayName(100, 1),
        machine_room: displayName(100),
        ip_addr: z.union([z.ipv4(), z.ipv6()]),
        ipv6: z.boolean(),
        line: z.int(),
      }),
    )
    .default([]),
  allocations: z.array(z.strictObject({ oem_id: id, user_name: z.string(), node_ids: z.array(id) })).default([]),
  /** How long the requests of a tenant are kept, by its main account, where that is shorter than KEEP_EVENTS_DAYS. */
  event_retention: z
    .array(z.strictObject({ oem_id: id, user_name: z.string(), keep_events_days: z.int().min(1).max(36_500) }))
    .default([]),
  plans: z.array(ProvidedPlan).max(MAX_PLANS).default([]),
  /** Which plan a tenant has, by its main account. */
  subscriptions: z.array(z.strictObject({ oem_id: id, user_name: z.string(), plan_id: id })).default([]),
});

export type Provision = z.output<typeof ProvisionFile>;

/** Reads and checks PROVISION_FILE. Throws ConfigError naming the wrong entry. */
export function readProvisionFile(file: string): Provision {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(`PROVISION_FILE: ${file} cannot be read as JSON (${(error as Error).message})`);
  }
  const parsed = ProvisionFile.safeParse(content);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ConfigError(`PROVISION_FILE: ${issue?.path.join('.')}: ${issue?.message}`);
}
