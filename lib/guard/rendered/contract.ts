import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { defineErrors } from '@/lib/api/errors';
import { inWords } from '@/lib/api/words';
import { NOTE_KEYS, RULE_KINDS } from '@/lib/render/nginx/vocabulary';

export const errors = defineErrors({
  'err.guard.rendered.not_approved': { code: 2715, status: 400, category: 'conflict' },
});

const FILE_CHANGES = ['same', 'added', 'changed', 'removed'] as const;
export type FileChange = (typeof FILE_CHANGES)[number];

/** Characters of a file that are shown. */
export const MAX_SHOWN = 65_536;

export const Rendered = z.object({
  domain_id: z.string(),
  node_id: z.string(),
  files: z.array(
    z.object({
      /** Below the node's folder. */
      path: z.string(),
      text: z.string(),
      /** Characters of the whole file; `text` is its beginning where it is longer. */
      length: z.int(),
      /** What the last change of the domain or its policy did to it; a removed file has no text. */
      change: inWords('file_change', z.enum(FILE_CHANGES)),
      /** Unified diff of that change, or its beginning; empty where nothing changed, or too much to compare. */
      diff: z.string(),
    }),
  ),
  /** Whether there is a state before the last change to compare with. */
  compared: z.boolean(),
  /** What the node does otherwise than the objects say. */
  notes: z.array(
    z.object({
      key: inWords('render_note', z.enum(NOTE_KEYS)),
      rule_kind: inWords('rendered_rule', z.enum(RULE_KINDS)).optional(),
      rule_id: z.int().optional(),
      /** The field of a condition that cannot be asked. */
      field: z.string().optional(),
    }),
  ),
});
export type Rendered = z.output<typeof Rendered>;

/** Configuration as nodes get it. */
export const rendered = contract({
  view: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/rendered',
    permission: 'guard.domain.view',
    alsoNeeds: 'guard.policy.view',
    summary:
      'Read what a node of nginx and ModSecurity is to run for a domain, and what it does otherwise than its rules say',
    query: z.object({ node_id: z.string().min(1).max(128).optional() }),
    data: Rendered,
    errors: Object.keys(errors),
    extension: true,
  }),
});
