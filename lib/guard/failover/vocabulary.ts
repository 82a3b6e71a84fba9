/**
 * Thresholds of automatic switching (spec 2.3), which only the operator of a build sets: a node answers while at least
 * `ava_ratio` of its last `total_count` checks succeeded, a domain has enough nodes while at least `ava_ratio` of them
 * answer, and goes to its origins at most `max_count` times an hour.
 */
export const THRESHOLDS = { total_count: 10, ava_ratio: 0.5, max_count: 3 } as const;

/** Fewer checks than this say nothing about a node. */
export const ENOUGH_CHECKS = THRESHOLDS.total_count * THRESHOLDS.ava_ratio;

export const HOUR_MS = 3_600_000;

/** How a domain is that switches by itself. */
export const FAILOVER_STATES = ['normal', 'failing', 'switched', 'recovering'] as const;
export type FailoverState = (typeof FAILOVER_STATES)[number];

/** Why a domain stays with its nodes although too few answer. */
export const OBSTACLES = ['none', 'no_record', 'origins_down'] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** The job that checks nodes. */
export const CHECK = 'guard.failover.check';
