import type { AbuseCase } from '../abuse-cases';

/** Load, races, faults, records and what is installed. */
export const operation: readonly AbuseCase[] = [
  {
    number: 94,
    tried: 'a flood with one key',
    shown: { 'lib/sys/api-keys/rate.test.ts': ['holds a key at 100 a second with 429 and Retry-After'] },
    lacks: '2.5 s instead of 10',
  },
  {
    number: 95,
    tried: 'a rate for each process',
    shown: {
      'lib/sys/api-keys/rate.test.ts': ['is one for all processes on a shared store'],
      'lib/runtime/two-processes.test.ts': ['let one key through at one rate'],
    },
  },
  {
    number: 96,
    tried: 'a flood with tokens that are none',
    shown: { 'server/front.test.ts': ['a flood with tokens that are none costs no row, however often it is tried'] },
    lacks: 'the time of the processor that each takes',
  },
  {
    number: 97,
    tried: 'expensive queries',
    shown: {
      'scripts/attack/attacks/chart-flood.ts': ['do not keep another brand'],
      'lib/analytics/store/duckdb.test.ts': ['stops a query that takes too long and stays usable'],
      'lib/analytics/query/api.test.ts': ['refuses bad input naming the field'],
    },
    lacks: 'the lag of the event loop',
  },
  {
    number: 98,
    tried: 'headers and parameters without number',
    shown: {
      'server/front.test.ts': [
        'refuses a second Authorization, a missing or impossible Host and an oversized head',
        'refuses compressed bodies and too many query parameters',
      ],
    },
  },
  {
    number: 99,
    tried: 'the same creation many times at once',
    shown: {
      'lib/guard/domains/record.test.ts': ['50 creates of one name make one domain'],
      'scripts/faults/faults/many-clients.ts': ['no rule is broken and no write lost'],
    },
  },
  {
    number: 100,
    tried: 'switching the last two origins off at once',
    shown: {
      'lib/guard/settings/api.test.ts': ['stays the last one in 200 races of two that are switched off'],
      'scripts/faults/faults/many-clients.ts': ['no rule is broken and no write lost'],
    },
  },
  {
    number: 101,
    tried: 'writes that take each other back',
    shown: {
      'lib/guard/settings/api.test.ts': ['written by 32 at once are all there'],
      'lib/guard/domains/record.test.ts': ['edits of different fields all stay'],
      'scripts/faults/faults/many-clients.ts': ['no rule is broken and no write lost'],
    },
  },
  {
    number: 102,
    tried: 'moving nodes between groups at once',
    shown: {
      'lib/guard/nodes/api.test.ts': ['keep their invariants under random moves'],
      'scripts/faults/faults/many-clients.ts': ['no rule is broken and no write lost'],
    },
  },
  {
    number: 103,
    tried: 'affairs that pile up',
    shown: {
      'lib/guard/schedules/affairs.test.ts': ['end in the state of the last one, and each affair ends'],
      'test/dns-crash.test.ts': ['what was accepted reaches DNS, whenever the process is killed'],
    },
  },
  {
    number: 104,
    tried: 'pages while rows are added',
    shown: {
      'lib/guard/domains/counts.test.ts': ['every page has its rows, in one order, from either end'],
      'lib/analytics/search/api.test.ts': ['goes on by cursor through all of it'],
    },
    lacks: 'pages of a numbered list while rows are added: what is new comes first there and moves the rest',
  },
  {
    number: 105,
    tried: 'kill -9 in the middle of writes',
    shown: { 'scripts/faults/faults/kill-writes.ts': ['none that was acknowledged is lost'] },
  },
  {
    number: 106,
    tried: 'a disk that fails or is full',
    shown: {
      'scripts/faults/faults/disk-errors.ts': ['A disk that fails (EIO)'],
      'scripts/faults/faults/disk-full.ts': ['On a full disk writes are refused with 503'],
    },
  },
  {
    number: 107,
    tried: 'a file that is torn',
    shown: { 'lib/db/opening.test.ts': ['a damaged file is refused, and says so'] },
  },
  {
    number: 108,
    tried: 'two processes on one folder',
    shown: {
      'lib/db/opening.test.ts': ['a folder in use is refused, and its user goes on'],
      'scripts/verify-audit.test.ts': ['stays out of a folder in use, and makes none'],
    },
  },
  {
    number: 109,
    tried: 'PostgreSQL that goes away',
    shown: {
      'scripts/faults/faults/postgres-cut.ts': ['All connections to PostgreSQL are cut'],
      'test/processes.test.ts': ['say 503 while PostgreSQL is away'],
    },
    lacks: 'cut for minutes, not every 2 s for 5',
  },
  {
    number: 110,
    tried: 'stopping under load',
    shown: {
      'test/processes.test.ts': ['are replaced without a request that fails'],
      'lib/auth/keys/call-log.test.ts': ['a process that stops in the normal way has written every call'],
    },
    lacks: 'the embedded store: replaced under load on PostgreSQL alone',
  },
  {
    number: 111,
    tried: 'a clock that jumps',
    shown: { 'scripts/faults/faults/clock-jumps.ts': ['The clock jumps, by hours in both directions'] },
    lacks: 'a jump of a day, and ids of affairs',
  },
  {
    number: 112,
    tried: 'an action that leaves no record',
    design: 'a rule of the store that refuses the row is 500, a full disk 503',
    shown: { 'lib/audit/chains.test.ts': ['is not made where its row cannot be kept'] },
  },
  {
    number: 113,
    tried: 'changing the record',
    shown: {
      'scripts/verify-audit.test.ts': ['names each row that was changed, removed or cut off'],
      'lib/sys/audit-logs/chain.test.ts': ['names every row that was altered'],
    },
  },
  {
    number: 114,
    tried: 'lines in a line of the log',
    shown: {
      'lib/sys/api-keys/logs.test.ts': ['holds every answered call with what became of it'],
      'lib/audit/chains.test.ts': ['leaves both chains sound through every endpoint'],
    },
    lacks: 'what the process prints',
  },
  {
    number: 115,
    tried: 'failures without a record',
    shown: {
      'lib/auth/session/api.test.ts': ['a sign-in is recorded with its reason and without any secret'],
      'test/every-endpoint.test.ts': ['records a write to a path that does not exist, when it knows who'],
    },
  },
  {
    number: 116,
    tried: 'reading the record of others',
    shown: {
      'lib/sys/audit-logs/api.test.ts': [
        'who sees which operations',
        'channel, by either name, trimmed; blank filters nothing, unknown is refused',
      ],
    },
  },
  {
    number: 117,
    tried: 'kill -9 during an upgrade of the store',
    shown: {},
    lacks: 'all steps are one transaction (lib/db/migrate.ts); no test kills one',
  },
  {
    number: 118,
    tried: 'an older program on a newer store',
    shown: {
      'lib/db/opening.test.ts': ['a store of a newer Parapet is refused, and left as it is'],
      'lib/backup/refusals.test.ts': ['newer than this program, and leaves no folder'],
    },
  },
  {
    number: 119,
    tried: 'a backup under writes',
    shown: {
      'scripts/backup.test.ts': ['give a moment of a store that is written to'],
      'lib/sys/secrets.test.ts': ['in a backup, which holds the sealed keys'],
    },
  },
  {
    number: 120,
    tried: 'moving to another store',
    shown: {
      'lib/backup/round-trip.test.ts': [
        'holds the same, whichever kind of store it went through',
        'answers as the old one did, goes on from there',
      ],
    },
    lacks: '100,000 rows',
  },
  {
    number: 121,
    tried: 'stopping while the master key is changed',
    shown: { 'scripts/rotate-key.test.ts': ['goes on after being interrupted between two certificates'] },
  },
  {
    number: 122,
    tried: 'scripts of packages',
    shown: { 'test/lock-file.test.ts': ['no package runs a script when it is installed'] },
  },
  {
    number: 123,
    tried: 'packages from elsewhere, or others than were tested',
    design: 'hosts are left out of the lock file',
    shown: { 'test/lock-file.test.ts': ['every package is one version, from the registry, with its hash'] },
    lacks: 'the hash of packages for other machines, which the lock file has no room for',
  },
  {
    number: 124,
    tried: 'packages with known holes',
    shown: { 'test/lock-file.test.ts': ['what was repaired is in'] },
    lacks: 'a list of components',
  },
  {
    number: 125,
    tried: 'programs that are not what was built',
    shown: {
      'lib/cli/release/api.test.ts': [
        'has a line of checksums for each file',
        'installs nothing that was changed on the way',
      ],
    },
  },
  {
    number: 126,
    tried: 'secrets in what is delivered',
    shown: { 'test/deploy.test.ts': ['with no secret of the folder that it is built in'] },
    lacks: 'a search of the built pages',
  },
];
