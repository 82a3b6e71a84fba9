import { z } from 'zod';
import { millis, text } from '@/lib/api/fields';

const bytes = z.int().min(0);

/** Certificates and origins of one heartbeat. */
export const MAX_CERTIFICATES = 5;
export const MAX_ORIGINS = 20;

/** What a node says of itself. */
export const NodeFigures = z.object({
  agent_version: text(64),
  /** Empty where nginx does not say. */
  nginx_version: text(32),
  /** Load average of the last minute, per core. */
  load: z.number().min(0).max(10_000),
  /** Memory of nginx's workers together, and of the agent. */
  worker_bytes: bytes,
  agent_bytes: bytes,
  /** Memory of nginx, master and workers, now and after its start, and when a fresh one last took over; 0 for never. */
  nginx_memory: z.object({ bytes, first_bytes: bytes, renewed_at: millis }).nullable().default(null),
  /** Of the disk that has the agent's folder. */
  disk_free: bytes,
  disk_size: bytes,
  /** Of logs that were not sent yet. */
  unsent_bytes: bytes,
  /** Those that end first. */
  certificates: z.array(z.object({ id: z.int().min(0), ends_at: millis })).max(MAX_CERTIFICATES),
  /** Origins that take no connection from the node, those that fail longest first. */
  origins: z.array(z.object({ domain: text(253), address: text(300), since: millis })).max(MAX_ORIGINS),
  /** How many these are in all. */
  failing_origins: z.int().min(0),
  /** The released version that it tried and went back from last, and why. */
  failed_upgrade: z
    .object({ version: text(64), reason: text(500), at: millis })
    .nullable()
    .default(null),
  /** Why it cannot take or apply what is wanted of it, such as a full disk, and since when; null where it can. */
  failed_round: z
    .object({ reason: text(500), since: millis })
    .nullable()
    .default(null),
});
export type NodeFigures = z.output<typeof NodeFigures>;

/** The same as kept: when it was said, and how far the node's clock was ahead then. */
export const NodeHealth = NodeFigures.extend({ said_at: millis, clock_off_ms: z.int() });
export type NodeHealth = z.output<typeof NodeHealth>;

/** What may be wrong with a node. */
export const CONCERNS = [
  'load',
  'memory',
  'disk',
  'unsent',
  'clock',
  'certificate',
  'origin',
  'upgrade',
  'round',
] as const;
export type Concern = (typeof CONCERNS)[number];
export const SEVERITIES = ['warning', 'bad'] as const;
type Severity = (typeof SEVERITIES)[number];

const DAY_MS = 86_400_000;
const MB = 1024 * 1024;

/** From where on a figure is a warning, and from where on bad. */
const BOUNDS: Record<Exclude<Concern, 'origin' | 'upgrade' | 'round'>, readonly [warning: number, bad: number]> = {
  load: [1, 2],
  memory: [1024 * MB, 2048 * MB],
  /** Share of the disk that is taken. */
  disk: [0.85, 0.95],
  unsent: [64 * MB, 192 * MB],
  clock: [5_000, 60_000],
  /** Days, turned round since fewer are worse. */
  certificate: [-14, -3],
};

/** What is wrong with a node by its figures, and how much. */
export function concernsOf(health: NodeHealth, now: number): { what: Concern; severity: Severity }[] {
  const { disk_free, disk_size, certificates, failing_origins } = health;
  const ends = Math.min(...certificates.map((one) => one.ends_at));
  const figures: Record<keyof typeof BOUNDS, number> = {
    load: health.load,
    memory: health.worker_bytes,
    disk: disk_size > 0 ? 1 - disk_free / disk_size : 0,
    unsent: health.unsent_bytes,
    clock: Math.abs(health.clock_off_ms),
    certificate: -(ends - now) / DAY_MS,
  };
  const severityOf = (concern: Concern): Severity | null => {
    if (concern === 'origin') return failing_origins > 0 ? 'bad' : null;
    if (concern === 'upgrade') return health.failed_upgrade ? 'warning' : null;
    if (concern === 'round') return health.failed_round ? 'bad' : null;
    const [warning, bad] = BOUNDS[concern];
    return figures[concern] > bad ? 'bad' : figures[concern] > warning ? 'warning' : null;
  };
  return CONCERNS.flatMap((what) => {
    const severity = severityOf(what);
    return severity ? { what, severity } : [];
  });
}
