import { readFileSync } from 'node:fs';

/** Of the fields of a processor's line: user, nice, system, idle, iowait, irq, softirq and steal (proc(5)); what follows is part of these. */
const FIELDS = 8;

function times(): { all: number; stolen: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const fields = line
    .split(/\s+/)
    .slice(1, 1 + FIELDS)
    .map(Number);
  return { all: fields.reduce((sum, field) => sum + field, 0), stolen: fields.at(-1) ?? 0 };
}

/** Answers which part of the processors' time since now, from 0 to 1, the machine's host has given to others: no figure of such a time is the product's. */
export function watchStolen(): () => number {
  const before = times();
  return () => {
    const now = times();
    return (now.stolen - before.stolen) / Math.max(1, now.all - before.all);
  };
}
