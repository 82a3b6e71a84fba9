import type { AbuseCase } from '../abuse-cases';

/** What is sent in, and what comes out. */
export const input: readonly AbuseCase[] = [
  {
    number: 51,
    tried: 'another type in every field',
    shown: {
      'test/fuzz.test.ts': ['finds no answer that the document does not describe'],
      'lib/guard/domains/api.test.ts': ['on create names %s: %j'],
      'lib/sys/limits.test.ts': ['%s at %s %#'],
    },
  },
  {
    number: 52,
    tried: 'numbers beyond 2^53 as ids',
    shown: {
      'lib/guard/certs/api.test.ts': ['is seen by its account and the site’s staff, by nobody else'],
      'lib/guard/rules/api.test.ts': ['belong to their policy and its account'],
      'test/every-endpoint.test.ts': ['$name: unreadable bodies and hostile ids, never with 5xx'],
    },
  },
  {
    number: 53,
    tried: 'pages that are none',
    shown: { 'lib/sys/limits.test.ts': ['the pages of every list'] },
  },
  {
    number: 54,
    tried: 'keys of prototypes',
    shown: {
      'lib/guard/settings/api.test.ts': ['refuses unknown keys and wrong documents, and then changes nothing'],
      'lib/analytics/query/api.test.ts': ['refuses bad input naming the field'],
      'server/front.test.ts': ['__proto__'],
    },
  },
  {
    number: 55,
    tried: 'deep JSON',
    shown: {
      'server/front.test.ts': ['16,000 brackets'],
      'lib/guard/settings/api.test.ts': ['refuses unknown keys and wrong documents, and then changes nothing'],
      'scripts/attack/attacks/large-json.ts': ['A body that is all numbers, lists or brackets costs no more'],
    },
  },
  {
    number: 56,
    tried: 'bodies beyond their bound',
    design: '16 KB unless the contract says more',
    shown: {
      'server/front.test.ts': ['counts the bytes themselves, with or without a length'],
      'scripts/attack/attacks/unfinished-bodies.ts': ['have a bound in bytes'],
    },
  },
  {
    number: 57,
    tried: 'senders who trickle',
    shown: {
      'scripts/attack/attacks/slow-senders.ts': ['Heads and bodies that trickle hold nobody up'],
      'scripts/attack/attacks/idle-connections.ts': ['Connections that are kept open refuse nobody'],
    },
  },
  {
    number: 58,
    tried: 'other media types',
    shown: {
      'server/front.test.ts': ['refuses %s', 'refuses compressed bodies and too many query parameters'],
      'lib/guard/certs/api.test.ts': ['is refused as a whole when a part is wrong, and says which'],
    },
  },
  {
    number: 59,
    tried: 'a key twice in one body',
    shown: {
      'server/front.test.ts': ['a key twice'],
      'lib/api/json.test.ts': ['may have a key once in each object, and 32 levels'],
    },
  },
  {
    number: 60,
    tried: 'text that is none',
    shown: {
      'server/front.test.ts': ['a lone surrogate', 'emoji and right-to-left text'],
      'lib/sys/limits.test.ts': ['%s at %s %#'],
    },
  },
  {
    number: 61,
    tried: 'SQL in a keyword',
    shown: {
      'lib/guard/domains/api.test.ts': [
        'is created with its origins, read, listed, changed and deleted',
        'in the query is refused',
      ],
      'lib/guard/domains/hostile.test.ts': ['as a keyword: each name is found as it was written'],
      'lib/analytics/search/api.test.ts': ['finds what a value says to the letter'],
    },
  },
  {
    number: 62,
    tried: 'an expression without an end',
    design: 'only expressions of linear time are taken, so this one is refused',
    shown: {
      'lib/guard/rules/api.test.ts': ['refuse an expression that no linear engine can match'],
      'lib/guard/rules/pattern.test.ts': ['takes less than the time that may be taken of everybody'],
      'scripts/attack/attacks/rule-patterns.ts': ['Many rules with many regular expressions'],
    },
  },
  {
    number: 63,
    tried: 'paths in place of ids',
    shown: {
      'server/front.test.ts': ['%s is refused in the envelope'],
      'test/every-endpoint.test.ts': ['$name: unreadable bodies and hostile ids, never with 5xx'],
    },
  },
  {
    number: 64,
    tried: 'fields that nobody may set',
    design: 'unknown fields are ignored and named; a status where none is taken is 400',
    shown: {
      'lib/guard/domains/api.test.ts': ['keeps what a body may not set'],
      'lib/guard/waf-groups/api.test.ts': ['change their status by its own endpoint alone'],
    },
  },
  {
    number: 65,
    tried: 'names, addresses and ports that are none',
    design: 'a domain may begin with *.',
    shown: {
      'lib/guard/domains/api.test.ts': ['on create names %s: %j'],
      'lib/guard/domains/domain-name.test.ts': ['takes no wildcard'],
      'lib/guard/bwlist/ips.test.ts': ['is refused with its field and reason, in the language asked for'],
      'lib/guard/bwlist/address.test.ts': ['all spellings have one stored form, which is its own'],
    },
  },
  {
    number: 66,
    tried: 'times that are none',
    shown: {
      'lib/sys/limits.test.ts': ['%s: times turn into milliseconds at 1e11'],
      'lib/sys/audit-logs/api.test.ts': ['time: inclusive at both ends, in milliseconds or seconds'],
    },
  },
  {
    number: 67,
    tried: 'text that looks like base64',
    shown: { 'lib/guard/rules/at-rest.test.ts': ['is read as it was written, again and again'] },
  },
  {
    number: 68,
    tried: 'loopback in any spelling',
    shown: {
      'lib/guard/probes/api.test.ts': ['reaches nothing it must not, in whatever spelling, and says so per target'],
      'lib/guard/probes/prober.test.ts': ['that could do harm are refused in every wrapping'],
    },
  },
  {
    number: 69,
    tried: 'a name that changes its address',
    shown: {
      'lib/guard/probes/api.test.ts': ['reaches nothing it must not, in whatever spelling, and says so per target'],
      'lib/guard/probes/prober.test.ts': [
        'are looked up once, and exactly the vetted addresses are connected to',
        'with both kinds of addresses skip the refused ones and try three at most',
      ],
    },
  },
  {
    number: 70,
    tried: 'an origin that leads elsewhere',
    shown: { 'lib/guard/probes/prober.test.ts': ['follows no redirect'] },
  },
  {
    number: 71,
    tried: 'line breaks in a host',
    shown: { 'lib/guard/probes/api.test.ts': ['refuses what is no target'] },
  },
  {
    number: 72,
    tried: 'Parapet itself as an origin',
    shown: { 'lib/guard/probes/prober.test.ts': ['of this machine are out of bounds on the ports Parapet listens on'] },
    lacks: 'shown of the function, not over HTTP with an address of the network',
  },
  {
    number: 73,
    tried: 'origins that hold the caller',
    shown: {
      'lib/guard/probes/prober.test.ts': [
        'keeps to its budget, and says which targets it did not come to',
        'opens 32 connections at most in a process',
      ],
      'scripts/attack/attacks/verify-flood.ts': ['take no more than a share of the slots'],
    },
    lacks: 'memory with an answer that has no end',
  },
  {
    number: 74,
    tried: 'prechecks as a scanner of ports',
    shown: { 'lib/guard/probes/api.test.ts': ['is recorded, and may be asked for ten times a minute'] },
  },
  {
    number: 75,
    tried: 'a private key where it can be read',
    shown: {
      'lib/sys/secrets.test.ts': [
        'in any answer but the one that issued it',
        'in what the process printed',
        'in the store, where hashes are the proof',
        'in a backup, which holds the sealed keys',
      ],
      'lib/guard/certs/api.test.ts': ['are nowhere in clear: not in a row, a record or an answer'],
    },
  },
  {
    number: 76,
    tried: 'another master key, ciphertexts exchanged',
    shown: {
      'lib/guard/certs/api.test.ts': ['do not open when they are moved to another certificate'],
      'lib/seal/seal.test.ts': ['opens to what it was, for its own bond and key alone'],
      'lib/backup/round-trip.test.ts': ['is not served without the key its secrets are sealed with'],
    },
  },
  {
    number: 77,
    tried: 'certificates that are none',
    design: 'an expired certificate is taken and flagged',
    shown: {
      'lib/guard/certs/content.test.ts': [
        'refuses what is no pair, no chain or no key, and names the field',
        'takes an SM2 pair of encryption and signing certificates, and an expired one',
      ],
      'lib/guard/certs/api.test.ts': ['is refused as a whole when a part is wrong, and says which'],
    },
  },
  {
    number: 78,
    tried: 'SM2 with parts of another kind',
    shown: {
      'lib/guard/certs/api.test.ts': ['of SM2 is known as such, with its signing pair'],
      'lib/guard/certs/content.test.ts': ['refuses what is no pair, no chain or no key, and names the field'],
      'lib/guard/certs/binding.test.ts': ['comes with a new domain or not at all'],
    },
  },
  {
    number: 79,
    tried: 'crashing the reader of certificates',
    shown: {
      'lib/guard/certs/content.test.ts': ['survives 5,000 mutations with a clear answer or a sound certificate'],
    },
  },
  {
    number: 80,
    tried: 'binding what is being deleted',
    shown: { 'lib/guard/certs/binding.test.ts': ['never leaves a binding to a deleted certificate'] },
  },
  {
    number: 81,
    tried: 'formulas in a file',
    shown: {
      'lib/api/csv.test.ts': ['defuses %j', 'quotes text, marks the encoding of a table and keeps numbers numbers'],
      'lib/sys/audit-logs/api.test.ts': ['leaves no cell that runs, and goes on over many batches'],
    },
  },
  {
    number: 82,
    tried: 'exports that are left or wrong',
    shown: {
      'lib/analytics/query/api.test.ts': ['refuses before the first byte, in the envelope'],
      'lib/queues/stream.test.ts': ['a reader who leaves and a file that cannot be made give the place back'],
      'scripts/attack/attacks/exports.ts': ['asked for by the dozen and read by nobody'],
    },
    lacks: 'memory over a hundred readers who leave',
  },
  {
    number: 83,
    tried: 'a file that is read as a page',
    shown: {
      'lib/sys/login-records/api.test.ts': ['is a file, named by the server'],
      'lib/analytics/query/api.test.ts': ['is a CSV a spreadsheet opens safely'],
      'server/front.test.ts': ['every answer forbids caching and sniffing and carries no CORS permission'],
    },
  },
  {
    number: 84,
    tried: 'leaving the folder of downloads',
    shown: {
      'lib/cli/release/api.test.ts': [
        'has no file that is called %s',
        'is not left by %s',
        'answers 404 where %s is not built or not there',
        'has a line of checksums for each file',
      ],
    },
  },
  {
    number: 85,
    tried: 'a host that becomes a command',
    shown: {
      'server/front.test.ts': ['refuses a second Authorization, a missing or impossible Host and an oversized head'],
      'lib/cli/release/api.test.ts': ['names a configured host and no other', 'installs what the checksum names'],
    },
  },
  {
    number: 86,
    tried: 'markup in the message of an affair',
    shown: {
      'lib/guard/schedules/affairs.test.ts': ['fails with the reason, escaped, after its last try'],
      'e2e/console/xss.spec.ts': ['lists show markup as text'],
    },
    lacks: 'the message in a browser',
  },
  {
    number: 87,
    tried: 'markup in any field',
    shown: {
      'e2e/console/xss.spec.ts': [
        'lists show markup as text',
        'a policy shows markup as text, also in its forms',
        'the approval queue shows markup as text',
        'a search for markup shows it as text',
      ],
      'e2e/analytics/event-story.spec.ts': ['a request has its whole story on one page, with markup as text'],
    },
    lacks: 'fields of other objects than policies, domains and events',
  },
  {
    number: 88,
    tried: 'scripts from elsewhere in a page',
    shown: {
      'server/pages.test.ts': ['have a policy of their own each, whatever the request brings along'],
      'e2e/console/every-page.spec.ts': ['axe and the content policy in each language and theme'],
    },
  },
  {
    number: 89,
    tried: 'JSON read as a page',
    shown: {
      'server/front.test.ts': ['every answer forbids caching and sniffing and carries no CORS permission'],
      'test/every-endpoint.test.ts': ['$name: unreadable bodies and hostile ids, never with 5xx'],
    },
  },
  {
    number: 90,
    tried: 'requests of other sites',
    design: 'a body of another media type is 415',
    shown: {
      'server/front.test.ts': ['every answer forbids caching and sniffing and carries no CORS permission'],
      'lib/api/mount.test.ts': [
        '%s: nothing is read, changed, begun or ended',
        'refuses like the API: the same 401, no cookie',
      ],
    },
  },
  {
    number: 91,
    tried: 'secrets in a cache',
    shown: { 'server/front.test.ts': ['every answer forbids caching and sniffing and carries no CORS permission'] },
    lacks: 'the pages of the console',
  },
  {
    number: 92,
    tried: 'the console in a frame, or without TLS',
    shown: { 'server/pages.test.ts': ['are shown in no frame, and kept to TLS where they came by it'] },
  },
  {
    number: 93,
    tried: 'leading a sign-in elsewhere',
    shown: {
      'e2e/console/auth.spec.ts': ['leads nowhere else'],
      'server/front.test.ts': ['%s is refused in the envelope'],
    },
  },
];
