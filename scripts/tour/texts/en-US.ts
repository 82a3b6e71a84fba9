import type { TourTexts } from '../document';

export const texts: TourTexts = {
  title: 'A tour of Parapet',
  introduction:
    'The first day of a tenant administrator: from a domain to its protection, and from an attack to the rule that ends it. The pictures are of the ' +
    'demonstration (`npm run demo`) and are taken by `npm run tour`. [中文](tour.zh-CN.md)',
  steps: {
    'sign-in': {
      title: 'Sign in',
      text: 'Every brand has a console under its own name. {auth.sign_in} with the account that the operator gave you; who gets a password from somebody else chooses a new one first. The globe switches the language, also later.',
    },
    overview: {
      title: 'What is going on',
      text: '{nav.overview} shows what reached your domains, what was stopped and how the origins answer. The range, the domain and the filters are part of the address, so a link shows a colleague the same picture.',
    },
    'add-domain': {
      title: 'Add a domain',
      text: 'Choose {guard.domains.add}, type one domain or many, say where the origin is and which policy is to protect it. {guard.domains.origin.try} tells whether an origin takes connections before you add anything; {guard.domains.new.review} lists what will be made.',
    },
    cname: {
      title: 'Get its CNAME',
      text: 'The domain has its CNAME at once. The steps below it say what is still missing and tick themselves off as things happen. Nothing reaches a node before the domain is approved.',
    },
    approval: {
      title: 'Support approves it',
      text: 'On the other side, support works through {nav.approvals}: the facts about the domain and its owner are on one page, and each decision has a key. {guard.approvals.approve} can be undone for ten seconds. Whoever rejects gives a reason in both languages, which the tenant reads.',
    },
    dns: {
      title: 'Point DNS at it',
      text: 'With nodes assigned, one step is left and it is yours: {guard.onboarding.cname.fact}. Copy the name into your DNS provider’s form; {guard.onboarding.check_now} asks the public DNS whether it has arrived there.',
    },
    policy: {
      title: 'Look at the policy',
      text: 'A policy is a set of rules that domains share. Its first tab says what it holds, which domains it protects and how many nodes run it; {guard.policies.tabs.history} shows who changed what, with the difference.',
    },
    'block-country': {
      title: 'Block countries',
      text: 'Under {guard.rules.acl.title}, the template {guard.rules.templates.block_country.title} leaves only the countries to fill in. The sentence under {guard.rules.in_words} says what the rule does, and the preview says how many of the last requests it would have matched, before it is made.',
    },
    'limit-login': {
      title: 'Limit a sign-in',
      text: '{guard.rules.cc.title} count. {guard.rules.templates.protect_login.title} begins with POST requests to `/login`: more than ten a minute from one address are too many. Change the figures, and the sentence changes with them.',
    },
    'import-list': {
      title: 'Import a list',
      text: 'A list takes addresses, CIDR networks and ranges, pasted or from a file. {guard.bwlist.import.check} shows line by line what would be added, rewritten, skipped or refused, and writes nothing. An import can be undone.',
    },
    attack: {
      title: 'See an attack',
      text: '{nav.protection} over the last seven days: a wave against the shop six days ago, its classes, where it came from and which rules stopped it.',
    },
    'chart-to-rule': {
      title: 'From a chart to a rule',
      text: 'Press an address in {analytics.protect.charts.top_attackers.title}. From there lead the requests themselves, the same page narrowed to that address, and {guard.rules.from_mark.block}, {guard.rules.from_mark.limit} or {guard.rules.from_mark.allow}: the rule is filled in already, in the policy of the domain.',
    },
    alerts: {
      title: 'Be told',
      text: 'Alert rules watch error rates, latency, blocked requests or anything unusual, and send to mail, chat or a webhook. Here is what fired, since when, and who handled it.',
    },
    audit: {
      title: 'Who did what',
      text: 'Every change is in the {nav.audit}, field by field, with who made it, from where and through which key. The rows are chained by hashes, so that a row that was altered or removed is found.',
    },
    'api-key': {
      title: 'Issue an API key',
      text: 'Whatever the console does, a program may do with a key: with {sys.api-keys.scope.label}, an end, and where you wish the addresses that it works from. It is shown once; then {sys.api-keys.secret.waiting} turns into its first call.',
    },
    'command-line': {
      title: 'Work from a shell',
      text: 'The command line comes from the server itself (`curl -fsSL https://…/api/cli/install.sh | sh`), takes the key, and has one subcommand for each endpoint. This key may list domains and no more; the exit code says which kind of refusal it was. [More](cli.md), also on configuration as files.',
    },
    reference: {
      title: 'Read the reference',
      text: '{nav.reference} has every endpoint with its permission, real examples and errors. {sys.reference.send} carries a request out, with your session or with a key, and shows the same request for curl, the command line and JavaScript.',
    },
  },
};
