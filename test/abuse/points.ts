import type { AbuseCase } from '../abuse-cases';

/** What one caller could do to everybody, in the order of the list it was reported in; then the smaller ones. */
export const points: readonly AbuseCase[] = [
  {
    number: '1',
    tried: 'sockets that send and never read',
    shown: {
      'scripts/attack/attacks/pipelining.ts': ['Requests that are piled up without reading an answer'],
      'scripts/attack/attacks/unread-answers.ts': ['Answers that nobody reads are bounded in bytes'],
      'scripts/attack/attacks/idle-connections.ts': ['Connections that are kept open refuse nobody'],
      'scripts/attack/attacks/slow-senders.ts': ['Heads and bodies that trickle'],
      'scripts/attack/attacks/operators-paths.ts': ['Strangers who ask for what operators ask for'],
      'scripts/attack/attacks/bytes-of-no-use.ts': ['Gigabytes that are no part of a head or a body'],
      'scripts/attack/attacks/tiny-chunks.ts': ['Bodies in the smallest chunks'],
      'scripts/attack/attacks/many-headers.ts': ['Heads of thousands of headers'],
      'server/reading.test.ts': [
        'in each turn',
        'reads nothing of the other connections of whoever has brought too much',
      ],
      'server/connections.test.ts': [
        'ends a connection that piles requests up',
        'has room for new ones at the expense of the idle ones',
      ],
    },
  },
  {
    number: '2',
    tried: 'answers that are remembered',
    shown: {
      'scripts/attack/attacks/certificate-lists.ts': ['cost what they show, whatever is searched for'],
      'lib/db/read-cache.test.ts': ['is bounded in bytes, however many ask for however much'],
      'test/list-columns.test.ts': ['lists read no column that they do not show'],
    },
  },
  {
    number: '3',
    tried: 'rows that are a weight to everybody',
    shown: {
      'scripts/attack/attacks/audit-log.ts': ['Fat rows, cut emoji and pages read side by side'],
      'lib/audit/chains.test.ts': ['are small however much is sent, say what they left out'],
      'lib/api/reply.test.ts': ['an answer that is too large is refused before it is written'],
      'server/front.test.ts': ['counts the bytes themselves, with or without a length'],
      'scripts/attack/attacks/exports.ts': ['leave another brand'],
    },
  },
  {
    number: '4',
    tried: 'work on the thread that answers',
    shown: {
      'scripts/attack/attacks/certificate-work.ts': ['take it beside the thread that answers'],
      'scripts/attack/attacks/large-json.ts': ['costs no more than reading it'],
      'scripts/attack/attacks/rule-patterns.ts': ['Many rules with many regular expressions'],
      'lib/guard/certs/content.test.ts': [
        'is refused before anything is computed with an exponent that would take long',
      ],
    },
  },
  {
    number: '5',
    tried: 'queues that one caller fills',
    shown: {
      'scripts/attack/attacks/password-flood.ts': ['other brands sign in'],
      'scripts/attack/attacks/verify-flood.ts': ['take no more than a share of the slots'],
      'scripts/attack/attacks/pages.ts': ['Strangers who ask for pages'],
      'server/pages.test.ts': ['are rendered one after another for an address, and for others between them'],
      'scripts/attack/attacks/chart-flood.ts': ['do not keep another brand'],
      'scripts/attack/attacks/events.ts': ['neither change, drop nor delay'],
      'lib/queues/fair-queue.test.ts': ['are fair whichever of account, address and brand a flood hides behind'],
      'lib/guard/probes/api.test.ts': ['is recorded, and may be asked for thirty times a minute'],
    },
  },
  {
    number: '6',
    tried: 'text that breaks a chain',
    shown: {
      'lib/audit/chains.test.ts': [
        'leaves both chains sound: halves of characters',
        'leaves both chains sound through every endpoint',
      ],
      'lib/sys/audit-logs/chain.test.ts': ['until all is sound or a signed note names it'],
      'scripts/verify-audit.test.ts': ['names each row that was changed, removed or cut off'],
    },
  },
  {
    number: '7',
    tried: 'events for another brand',
    shown: {
      'lib/analytics/ingest/api.test.ts': [
        'for another brand’s host are refused line by line',
        'both count under one request id, whoever sends them',
        'a squatted one discards nothing',
        'has a row for each batch of a person',
      ],
      'lib/analytics/store/brands.test.ts': ['each have their own batch ids'],
    },
  },
  {
    number: '8',
    tried: 'events that poison the store',
    shown: {
      'lib/analytics/store/poison.test.ts': ['starts, is healed, takes batches and stays so'],
      'lib/analytics/ingest/api.test.ts': ['with impossible numbers is refused by the line and stops nobody'],
      'lib/analytics/store/commit.test.ts': ['is answered as stored when the batch is there all the same'],
    },
  },
  {
    number: '9',
    tried: 'a forged address with a port behind it',
    shown: {
      'server/forwarded.test.ts': [
        'ends at the proxy that wrote what cannot be read',
        'believes nothing left of the first address that is not trusted',
        'is read with quotes, brackets, ports and several elements',
      ],
    },
  },
  {
    number: '10',
    tried: 'a permission that ends while a body arrives',
    shown: {
      'lib/auth/slow-body.test.ts': ['a role that shrinks counts', 'a role taken from the caller counts'],
      'scripts/attack/attacks/slow-body.ts': ['A permission taken away while the body'],
    },
  },
  {
    number: 'names',
    tried: 'user names with other dashes',
    shown: {
      'lib/sys/users/naming.test.ts': ['of another script or width are taken'],
      'lib/auth/skeleton.test.ts': ['is a dash like any other'],
      'scripts/attack/attacks/spoofed-names.ts': ['Nobody gets a name that is drawn like another'],
    },
  },
  {
    number: 'signs',
    tried: 'signs that nobody sees in names',
    shown: {
      'lib/api/fields.test.ts': [
        'takes no name that reads otherwise than it is written',
        'takes no text that turns the direction',
      ],
    },
  },
  {
    number: 'narrow',
    tried: 'another key’s usage by a dry run',
    shown: {
      'lib/sys/api-key-usage/api.test.ts': ['shows how the other was used, and asks for that permission as well'],
    },
  },
  {
    number: 'abroad',
    tried: 'writes at another brand’s host without a record',
    shown: {
      'lib/auth/session/api.test.ts': ['leaves a row in their own brand’s log, whoever carries it'],
      'lib/guard/approvals/api.test.ts': ['that are refused leave a row each, also about a domain of another brand'],
    },
  },
  {
    number: 'bare key',
    tried: 'a private key without its header',
    shown: { 'lib/audit/redact.test.ts': ['is not kept in any field, with or without the lines around it'] },
  },
  {
    number: 'metadata',
    tried: 'addresses of cloud metadata in IPv6',
    shown: { 'lib/guard/probes/prober.test.ts': ['that could do harm are refused in every wrapping'] },
  },
  {
    number: 'origin',
    tried: 'another port or scheme as the origin',
    shown: { 'lib/api/mount.test.ts': ['%s at %s over %s is not'] },
  },
];
