import { runBulk } from '@/components/data-table/selection/bulk';
import { ApiError, call } from '@/lib/api/client';
import { domains } from '@/lib/guard/domains/contract';
import { bodiesOf, type CreateResult, type NewDomains } from './new-domains';

/** A refusal about the domain belongs to the field that holds them all. */
function onTheForm(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.envelope.data?.field !== 'domain') return error;
  const { status, envelope, requestId, retryAfter } = error;
  return new ApiError(status, { ...envelope, data: { ...envelope.data, field: 'domains' } }, requestId, retryAfter);
}

/**
 * Creates each domain by a call of its own, four at a time. Answers how each fared; throws when there was only one and
 * it was refused, so that the form shows why.
 */
export async function createDomains(values: NewDomains): Promise<CreateResult[]> {
  const bodies = bodiesOf(values);
  const created = new Map<string, { domain_id: string; cname: string }>();
  const failures = await runBulk(
    bodies,
    async (body) => created.set(body.domain, await call(domains.create, { body })),
    () => undefined,
  );
  const [refused] = failures;
  if (bodies.length === 1 && refused) throw onTheForm(refused.error);
  const errors = new Map(failures.map(({ row, error }) => [row.domain, error]));
  return bodies.map(({ domain }) => {
    const { domain_id, cname } = created.get(domain) ?? {};
    return { domain, domain_id, cname, error: errors.get(domain) };
  });
}
