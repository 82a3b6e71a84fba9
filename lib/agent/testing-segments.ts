import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const CREATE = 0o1000;
const ALL_MAY = 0o666;

/** A segment of shared memory to which nobody is attached, as a killed process leaves it, instead of one that is there. */
export function makeSegment(key: number, bytes: number): void {
  removeSegment(key);
  const program = 'defined shmget($ARGV[0], $ARGV[1], $ARGV[2]) or die $!';
  execFileSync('perl', ['-e', program, String(key), String(bytes), String(CREATE | ALL_MAY)]);
}

/**
 * Numbers are given out in turn, further up the more segments there are: others are made, and removed, until the wanted one is
 * the next. Where another process makes one at that moment, it goes on to the next number that ends so.
 */
const NUMBERED = `
  use constant { IPC_PRIVATE => 0, IPC_RMID => 0 };
  my ($key, $bytes, $flags, $low) = @ARGV;
  my ($id, @others);
  do {
    shmctl($id, IPC_RMID, 0) if defined $id;
    do { push @others, shmget(IPC_PRIVATE, 1, $flags) // die $! } until ($others[-1] & 255) == $low - 1 or @others > 2000;
    $id = shmget($key, $bytes, $flags) // die $!;
  } until ($id & 255) == $low or @others > 2000;
  shmctl($_, IPC_RMID, 0) for @others;
  ($id & 255) == $low or die "the segment has the number $id";`;

/** The same with a number whose lowest byte is this one, as they have it once there are some hundred segments. */
export function makeNumberedSegment(key: number, bytes: number, low: number): void {
  removeSegment(key);
  execFileSync('perl', ['-e', NUMBERED, ...[key, bytes, CREATE | ALL_MAY, low].map(String)]);
}

export function removeSegment(key: number): void {
  spawnSync('ipcrm', ['-M', `0x${key.toString(16)}`]);
}

/** The keys of the segments to which nobody is attached. */
export function leftSegments(): number[] {
  const [, ...lines] = readFileSync('/proc/sysvipc/shm', 'utf8').trim().split('\n');
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([key = 0, , , , , , attached]) => (attached === 0 ? key : []));
}
