import type { AbuseCase } from '../abuse-cases';

/** Who is calling, and what is theirs. */
export const callers: readonly AbuseCase[] = [
  {
    number: 1,
    tried: 'telling accounts apart by answer or time',
    shown: {
      'lib/auth/session/api.test.ts': ['are all the same, whatever the reason'],
      'lib/auth/session/timing.test.ts': ['a sign-in takes as long for a user who does not exist'],
    },
    lacks: 'medians of 15 within a factor of 1.7, not of 50 within 15%',
  },
  {
    number: 2,
    tried: 'a password that is no base64',
    shown: { 'lib/auth/session/api.test.ts': ['are all the same, whatever the reason'] },
  },
  {
    number: 3,
    tried: 'guessing at one account',
    design: 'never a hard lock and no slow-down of an account from all addresses',
    shown: {
      'lib/auth/session/api.test.ts': [
        'slows down per account and address, and nobody else notices',
        'is not faster all at once',
      ],
    },
  },
  {
    number: 4,
    tried: 'one password for many accounts',
    shown: { 'lib/auth/session/api.test.ts': ['one password over many accounts slows down per address'] },
  },
  {
    number: 5,
    tried: 'sign-ins as work for the processor',
    shown: {
      'scripts/attack/attacks/password-flood.ts': ['Sign-ins that are piled up for one account are refused'],
      'lib/auth/password.test.ts': ['a flood for one account is refused with 429'],
    },
    lacks: 'the victim reads domains, not the version of the command line',
  },
  {
    number: 6,
    tried: 'long passwords and odd ones',
    shown: { 'lib/sys/users/password.test.ts': ['counts characters'] },
  },
  {
    number: 7,
    tried: 'names that look alike',
    shown: {
      'lib/sys/users/naming.test.ts': ['of another script or width are taken', 'of mixed scripts are refused'],
      'lib/sys/users/api.test.ts': ['a name is taken once per site, however it is written'],
    },
  },
  {
    number: 8,
    tried: 'objects instead of texts at sign-in',
    shown: { 'lib/auth/session/api.test.ts': ['wrong types are a 400 that names the field'] },
  },
  {
    number: 9,
    tried: 'working on without the new password that is asked for',
    shown: { 'lib/sys/users/password.test.ts': ['ends their sessions and makes them choose another'] },
  },
  {
    number: 10,
    tried: 'sessions and keys of somebody deleted or locked',
    shown: {
      'lib/sys/users/deleting.test.ts': ['takes sessions and roles along, at once'],
      'lib/sys/api-keys/use.test.ts': ['rests while the holder is locked and ends when they are deleted'],
      'lib/sys/races.test.ts': ['deleting them ends all'],
    },
  },
  {
    number: 11,
    tried: 'guessing tokens',
    shown: {
      'lib/auth/session/api.test.ts': [
        'are 32 letters and digits, each new, with their end',
        'and passwords are nowhere in the store',
      ],
    },
    lacks: '20 sign-ins, not 10,000',
  },
  {
    number: 12,
    tried: 'a session after signing out',
    shown: { 'lib/auth/session/api.test.ts': ['signing out ends this session and no other'] },
  },
  {
    number: 13,
    tried: 'a session after its end',
    shown: { 'lib/auth/session/timing.test.ts': ['a session ends after idling, and at last also that of the busy'] },
  },
  {
    number: 14,
    tried: 'a session from before another password',
    shown: { 'lib/sys/users/password.test.ts': ['ends their sessions and makes them choose another'] },
  },
  {
    number: 15,
    tried: 'odd Authorization headers',
    shown: {
      'lib/auth/session/api.test.ts': [
        'are read strictly, the scheme in any letter case',
        'two Authorization headers are refused',
      ],
    },
  },
  {
    number: 16,
    tried: 'a session at another brand’s host',
    shown: { 'lib/auth/session/api.test.ts': ['belong to one site'] },
  },
  {
    number: 17,
    tried: 'a token in address or cookie',
    shown: { 'lib/auth/session/api.test.ts': ['count nowhere but in the Authorization header'] },
  },
  {
    number: 18,
    tried: 'a key where a session is needed',
    design: 'the glossary is an endpoint of sessions alone',
    shown: { 'lib/sys/api-keys/use.test.ts': ['a key opens neither what needs a session nor the console’s door'] },
  },
  {
    number: 19,
    tried: 'finding the secret of a key again',
    shown: {
      'lib/sys/api-keys/api.test.ts': ['answers its text once; it works at once'],
      'lib/sys/api-keys/logs.test.ts': [
        'is nowhere: not in a table, not in the file, not in another answer',
        'is not logged, however much is logged',
      ],
      'lib/auth/keys/keys.test.ts': ['tells every single wrong character before the store is asked'],
    },
  },
  {
    number: 20,
    tried: 'timing the comparison of a key',
    shown: { 'lib/sys/api-keys/rate.test.ts': ['does not tell a prefix that exists from one that does not'] },
    lacks: 'medians within a third, not within 10%',
  },
  {
    number: 21,
    tried: 'scopes beyond one’s own',
    shown: { 'lib/sys/api-keys/api.test.ts': ['cannot hand out %j: 1052'] },
  },
  {
    number: 22,
    tried: 'a scope with a wildcard',
    shown: {
      'lib/sys/api-keys/api.test.ts': ['cannot hand out %j: 1052'],
      'lib/sys/api-keys/use.test.ts': ['in the store too nothing expands and case counts'],
    },
  },
  {
    number: 23,
    tried: 'a scope in other letters',
    shown: {
      'lib/sys/api-keys/api.test.ts': ['cannot hand out %j: 1052'],
      'lib/sys/api-keys/use.test.ts': ['in the store too nothing expands and case counts'],
    },
  },
  {
    number: 24,
    tried: 'a key that issues a stronger one',
    design: 'without scopes the new key has those of the caller’s',
    shown: {
      'lib/sys/api-keys/use.test.ts': ['never gives more scopes than its own, and a copy of them where none are named'],
    },
  },
  {
    number: 25,
    tried: 'a key after its holder lost a role',
    shown: { 'lib/sys/api-keys/use.test.ts': ['a role that shrinks shrinks the key at once'] },
  },
  {
    number: 26,
    tried: 'keys revoked, ended, or with impossible ends',
    shown: {
      'lib/sys/api-keys/api.test.ts': ['ends a key for good; again is 200 and changes nothing', 'refuses %j with %i'],
      'lib/sys/api-keys/use.test.ts': ['ends with the time'],
    },
  },
  {
    number: 27,
    tried: 'a forged address before an allowlist',
    shown: { 'lib/sys/api-keys/use.test.ts': ['looks at the true peer, whatever headers claim'] },
  },
  {
    number: 28,
    tried: 'ranges in odd spellings',
    shown: {
      'lib/sys/api-keys/use.test.ts': ['takes an IPv4 peer on a socket of both families for what it is'],
      'lib/sys/api-keys/api.test.ts': ['refuses %j with %i', 'writes ranges in one form and scopes once'],
    },
  },
  {
    number: 29,
    tried: 'a key at another brand’s host',
    shown: { 'lib/sys/api-keys/use.test.ts': ['at the hosts of its OEM only, however they are written'] },
  },
  {
    number: 30,
    tried: 'the id of somebody else’s key',
    shown: { 'lib/sys/api-keys/api.test.ts': ['to everybody else it is a key that does not exist'] },
  },
  {
    number: 31,
    tried: 'calls that fill the log of a key',
    shown: {
      'lib/sys/api-keys/logs.test.ts': [
        'misses none of 200 calls, refused ones included',
        'notes the last use once a minute at most',
        'refuse since=%s',
      ],
    },
  },
  {
    number: 32,
    tried: 'an endpoint without a guard',
    shown: {
      'test/every-endpoint.test.ts': [
        'is closed to the anonymous and to unreadable credentials',
        'tells somebody without its permission nothing',
      ],
      'lib/sys/identity-matrix.test.ts': ['%s'],
      'lib/api/registry.test.ts': ['lets only sign-in, the enrolment of nodes and the tool downloads be public'],
    },
  },
  {
    number: 33,
    tried: 'HEAD, and a header that names another method',
    shown: { 'lib/auth/session/api.test.ts': ['HEAD is guarded like GET, an override header changes nothing'] },
  },
  {
    number: 34,
    tried: 'headers and addresses that lead around a guard',
    shown: {
      'lib/auth/session/api.test.ts': ['%s opens nothing', '%s is nothing'],
      'server/front.test.ts': ['ignores what would name another method, another host or a way around'],
    },
  },
  {
    number: 35,
    tried: 'a tenant who approves their own domain',
    shown: {
      'lib/guard/domains/access.test.ts': [
        'is for platform staff of its OEM alone, whatever a business role was granted',
      ],
    },
  },
  {
    number: 36,
    tried: 'cleaning up bindings of others',
    shown: {
      'lib/sys/wx-zombies/api.test.ts': [
        'is for platform staff',
        'refuses %j',
        'reads the accounts named, and no others',
        'without a body lists who left, and changes nothing',
      ],
    },
  },
  {
    number: 37,
    tried: 'making a user who may more',
    shown: {
      'lib/sys/users/api.test.ts': ['gives roles %j: %i', 'ignores what the caller may not choose, and says so'],
    },
  },
  {
    number: 38,
    tried: 'a new password for somebody stronger',
    shown: {
      'lib/sys/users/password.test.ts': ['nobody resets somebody who may do more', 'reaches the chain and no further'],
    },
  },
  {
    number: 39,
    tried: 'patterns that match too much',
    shown: {
      'lib/auth/permissions.test.ts': ['includes means: whatever the narrow one matches', 'permission patterns'],
      'lib/sys/users/api.test.ts': ['gives roles %j: %i'],
    },
  },
  {
    number: 40,
    tried: 'deleting oneself, or the last administrator',
    shown: {
      'lib/sys/users/deleting.test.ts': [
        'not oneself, nor whoever owns something',
        'never the last super administrator',
      ],
    },
  },
  {
    number: 41,
    tried: 'ids of another brand',
    shown: {
      'lib/sys/identity-matrix.test.ts': ['%s'],
      'lib/guard/domains/access.test.ts': ['nobody else: byte for byte a missing id'],
      'lib/guard/certs/api.test.ts': ['is seen by its account and the site’s staff, by nobody else'],
      'lib/guard/bwlist/api.test.ts': ['outside the scope are byte for byte a missing id'],
      'lib/guard/rules/api.test.ts': ['belong to their policy and its account'],
      'lib/guard/forwards/api.test.ts': [
        'and each forward are seen in their account and by the staff of their brand alone',
      ],
    },
    lacks: 'a kind of object at a time in its own file: no one test walks every id of every endpoint',
  },
  {
    number: 42,
    tried: 'a part under the wrong whole',
    shown: {
      'lib/guard/rules/api.test.ts': ['belong to their policy and its account'],
      'lib/guard/nodes/api.test.ts': ['refuse what the spec refuses'],
    },
  },
  {
    number: 43,
    tried: 'ids of others in a body',
    shown: {
      'lib/guard/domains/api.test.ts': ['takes only a policy its maker sees'],
      'lib/guard/certs/binding.test.ts': ['comes with a new domain or not at all'],
      'lib/guard/nodes/api.test.ts': ['of others cannot be assigned, and then none is'],
      'lib/guard/bwlist/api.test.ts': ['is one of its account, and counts it'],
      'lib/guard/forwards/api.test.ts': ['go to another domain of the account, never to one of another'],
    },
  },
  {
    number: 44,
    tried: 'an address by its id alone',
    shown: { 'lib/guard/bwlist/api.test.ts': ['outside the scope are byte for byte a missing id'] },
  },
  {
    number: 45,
    tried: 'filters that would widen',
    shown: {
      'lib/analytics/query/api.test.ts': ['narrows by filters and never widens'],
      'lib/guard/nodes/api.test.ts': ['are brought in line with what the account has'],
      'lib/analytics/search/api.test.ts': ['has nothing of other tenants in it, whatever is asked for'],
    },
    lacks: 'user_id of the lists of schedules',
  },
  {
    number: 46,
    tried: 'a keyword that would widen',
    shown: { 'lib/sys/audit-logs/api.test.ts': ['no keyword shows more: %s', 'nor any other parameter'] },
  },
  {
    number: 47,
    tried: 'totals and numbers that tell of others',
    shown: { 'lib/guard/domains/access.test.ts': ['totals tell nothing about others'] },
    lacks: 'ids of lists and rules are numbered for all',
  },
  {
    number: 48,
    tried: 'a batch with ids of others',
    shown: {
      'lib/guard/bwlist/ips.test.ts': ['are deleted together, ids of other lists and unknown ones ignored'],
      'lib/guard/schedules/records.test.ts': ['are switched on and off together'],
    },
  },
  {
    number: 49,
    tried: 'a certificate for another name',
    shown: {
      'lib/guard/certs/binding.test.ts': [
        'comes with a new domain or not at all',
        'takes both forms, only to covered domains of the same account',
      ],
    },
  },
  {
    number: 50,
    tried: 'reading another tenant’s origins',
    shown: { 'lib/guard/settings/api.test.ts': ['shared by domains of one user is reported'] },
  },
];
