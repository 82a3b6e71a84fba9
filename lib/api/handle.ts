import { WithHeaders } from './bind';
import type { ApiReply } from './call';
import type { Ctx } from './context';
import type { StreamReply } from './envelope';
import { ignoredFields } from './parse';
import type { Route } from './registry';
import { streamReply, successReply } from './reply';

/** Runs the handler of the context's route and writes what it answers. `headers` are added to its own. */
export async function handle(
  ctx: Ctx,
  input: object,
  { method, headers }: { method: string; headers: Readonly<Record<string, string>> },
): Promise<ApiReply> {
  const { route, runtime } = ctx;
  const handlers = await route.handlers();
  const handler = handlers[route.key];
  if (!handler) throw new Error(`${route.name} has no handler`);
  const answered = await handler(ctx, input as never);
  const [data, own] = answered instanceof WithHeaders ? [answered.data, answered.headers] : [answered, {}];
  if (isStream(data)) {
    if (runtime.checkAnswers) checkStream(route, data);
    return method === 'HEAD' ? headOf(data) : streamReply(data);
  }
  if (runtime.checkAnswers) checkAnswer(route, data);
  return successReply(method, route.endpoint.status ?? 200, data, { ...headers, ...own });
}

function isStream(data: unknown): data is StreamReply {
  return typeof data === 'object' && data !== null && 'chunks' in data;
}

/** What HEAD asks about. The stream ends unread, and with it what it holds until it is read. */
async function headOf(data: StreamReply): Promise<ApiReply> {
  await data.chunks[Symbol.asyncIterator]().return?.();
  return { ...streamReply(data), body: null };
}

function checkStream({ name, endpoint }: Route, { media_type }: StreamReply): void {
  if (!endpoint.media?.includes(media_type))
    throw new Error(`${name} answers ${media_type}, which it does not declare`);
}

/** Outside production an answer that is not exactly what its contract says fails loudly. */
function checkAnswer(route: Route, data: unknown): void {
  const result = route.endpoint.data.safeParse(data);
  if (!result.success) throw new Error(`${route.name} answers against its contract: ${result.error.message}`);
  const extra = ignoredFields(data, result.data);
  if (extra.length > 0) throw new Error(`${route.name} answers more than its contract: ${extra.join(', ')}`);
}
