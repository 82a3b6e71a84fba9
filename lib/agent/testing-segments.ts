import { execFileSync, spawnSync } from 'node:child_process';

const CREATE = 0o1000;
const ALL_MAY = 0o666;

/** A segment of shared memory to which nobody is attached, as a killed process leaves it, instead of one that is there. */
export function makeSegment(key: number, bytes: number): void {
  removeSegment(key);
  const program = 'defined shmget($ARGV[0], $ARGV[1], $ARGV[2]) or die $!';
  execFileSync('perl', ['-e', program, String(key), String(bytes), String(CREATE | ALL_MAY)]);
}

export function removeSegment(key: number): void {
  spawnSync('ipcrm', ['-M', `0x${key.toString(16)}`]);
}
