import type { Ctx } from '@/lib/api/context';
import type { AppError } from '@/lib/api/errors';
import { errorCatalogue } from '@/lib/api/registry';
import { AUDIT_FAILED, appendAudit, auditEntry } from './record';

/** A write that was refused or failed: of what, and why. */
export type Refusal = { id: string; label: string; error: AppError; params: Readonly<Record<string, unknown>> };

/** Leaves a row for each of a request's refusals, all of them or none. */
export async function recordRefusals(ctx: Ctx, refusals: readonly Refusal[]): Promise<void> {
  const entries = refusals.map(({ id, label, error, params }) => {
    const { status: http_status = 500, code: biz_code = 0 } = errorCatalogue[error.errKey] ?? {};
    const detail = { changes: {}, params, field: error.details.field, err_key: error.errKey };
    return auditEntry(ctx, { id, label }, { status: AUDIT_FAILED, http_status, biz_code, detail });
  });
  await ctx.runtime.store.transaction(async (tx) => {
    for (const entry of entries) await appendAudit(tx, entry);
  });
}
