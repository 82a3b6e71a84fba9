import { z } from 'zod';
import type { ScheduleAffair } from '@/lib/guard/schedules/contract';
import { CAUSES } from '@/lib/guard/schedules/vocabulary';

const Texts = z.array(z.string()).catch([]);
const Content = z.object({
  cause: z.enum(CAUSES).optional().catch(undefined),
  comment: z.string().catch(''),
  reason: z.object({ nodes: z.int(), answering: z.int() }).optional().catch(undefined),
  retries: z.int().catch(0),
  max_retries: z.int().catch(0),
  changes: z
    .array(
      z.object({ domain_id: z.string(), domain: z.string().catch(''), name: z.string(), before: Texts, after: Texts }),
    )
    .catch([]),
});
export type AffairContent = z.output<typeof Content>;

/** What an affair says of itself beside its fields; nothing where it says nothing that is known here. */
export const contentOf = ({ json_content }: ScheduleAffair): AffairContent => Content.parse(json_content ?? {});

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The message of an affair, which is escaped text in lines, as the text it says. */
export function linesOf(message: string): string[] {
  const lines = message.split(/<br\s*\/?>/i).map((line) => line.trim());
  const said = lines.filter((line) => line !== '');
  return said.map((line) => line.replace(/&(amp|lt|gt|quot|#39);/g, (all, sign: string) => SIGNS[sign] ?? all));
}
