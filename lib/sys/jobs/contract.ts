import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { millis } from '@/lib/api/fields';

/** A kind of work after the commit. */
const Kind = z.object({
  kind: z.string(),
  /** Messages to be done, those that wait for their time or for another attempt too. */
  waiting: z.int(),
  /** Objects that a run of some process has. */
  running: z.int(),
  /** Messages that are tried no more. */
  failed: z.int(),
  /** Age of the oldest message that is due, in milliseconds; 0 where none is. */
  oldest_ms: z.int(),
  /** What the latest failure of a message that is not done said. */
  last_error: z.string(),
});

/** A message that failed and is not done yet. */
const Failure = z.object({
  id: z.int(),
  kind: z.string(),
  object_id: z.string(),
  attempts: z.int(),
  error: z.string(),
  /** When it is tried again; 0 where it is not, until somebody asks for it. */
  retry_at: millis,
  tried_at: millis,
});

export const JobState = z.object({
  kinds: z.array(Kind),
  /** The latest hundred, those that are tried no more first. */
  failures: z.array(Failure),
});
export type JobState = z.output<typeof JobState>;

/** Work after the commit, such as delivery and retention. */
export const sysJobs = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/sys/jobs',
    permission: 'sys.job.inspect',
    platformOnly: true,
    operatorOnly: true,
    summary: 'Read how the work after the commit is getting on, by kind',
    data: JobState,
    extension: true,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/sys/jobs/{id}/retry',
    permission: 'sys.job.retry',
    platformOnly: true,
    operatorOnly: true,
    summary: 'Try a message that failed again now',
    data: nothing,
    audit: { resource: 'job' },
    extension: true,
  }),
});
