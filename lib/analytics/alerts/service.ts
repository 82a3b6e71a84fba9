import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { idOf } from '@/lib/api/ids';
import { change } from '@/lib/change/change';
import type { Alert, AlertFilter, AlertWindow } from './contract';
import * as repository from './repository';
import { HANDLED } from './vocabulary';

/** Alerts about the caller's domains, newest first. */
export function listAlerts(ctx: Ctx, filter: AlertFilter): Promise<Page<Alert>> {
  return repository.listAlerts(ctx.db, ctx.scope, filter, ctx.locale);
}

export async function readAlert(ctx: Ctx, id: string): Promise<Alert> {
  return repository.toAlert(await find(ctx, id), ctx.locale);
}

/** Which window an alert is about. */
export async function readWindow(ctx: Ctx, id: string): Promise<AlertWindow> {
  return repository.windowOf(await find(ctx, id));
}

async function find(ctx: Ctx, id: string) {
  const row = await repository.findAlert(ctx.db, ctx.scope, idOf(id));
  if (!row) throw notFound();
  return row;
}

/**
 * Marks an alert as handled by the caller, or as pending again. One that is so already stays as it is: who handled it
 * first has done so.
 */
export function setStatus(ctx: Ctx, id: string, status: number): Promise<Alert> {
  return change(ctx, async (tx) => {
    const row = await repository.lockAlert(tx, ctx.scope, idOf(id));
    if (!row) throw notFound();
    const handling =
      status === HANDLED
        ? { process_uid: ctx.principal.user_id, process_time: ctx.now }
        : { process_uid: '', process_time: 0 };
    const next = row.status === status ? row : { ...row, ...handling, status, last_update_timestamp: ctx.now };
    if (next !== row) await repository.updateHandling(tx, next);
    const [before, data] = [row, next].map((one) => repository.toAlert(one, ctx.locale)) as [Alert, Alert];
    const label = `${data.domain}, ${data.title}`;
    return { id, label, owner: row, also: row.domain_id, before, after: data, data };
  });
}
