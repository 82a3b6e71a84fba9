import { describe, expect, it } from 'vitest';
import { gather, type MessageFile, requireGiven, requireSame } from './messages';

const policies: MessageFile = { name: 'guard/policies.json', content: { title: 'Policies', err: { full: 'Full' } } };
const certs: MessageFile = { name: 'guard/certs.json', content: { title: 'Certificates' } };
const english = (...files: MessageFile[]) => gather('en-US', files);

describe('texts of message files', () => {
  it('live under the path of their file, or in a branch that all files share', () => {
    expect(english(policies, certs).tree).toEqual({
      err: { full: 'Full' },
      permission: {},
      sentence: {},
      words: {},
      kind: {},
      guard: { policies: { title: 'Policies' }, certs: { title: 'Certificates' } },
    });
  });

  it.each([
    ['the same text', { err: { full: 'Other' } }],
    ['a text below another one', { err: { full: { inner: 'Other' } } }],
  ])('defined twice name both files: %s', (_case, content) => {
    const both = /"err\.full.*messages\/en-US\/guard\/policies\.json.*messages\/en-US\/guard\/certs\.json/;
    expect(() => english(policies, { name: 'guard/certs.json', content })).toThrow(both);
  });

  it('defined twice name both files: a text around others', () => {
    const outer = { name: 'guard/certs.json', content: { err: 'All' } };
    expect(() => english(policies, outer)).toThrow(/"err" .*policies\.json.*certs\.json/);
  });

  it('missing in a language name the file that has them and the one that lacks them', () => {
    const chinese = gather('zh-CN', [{ name: 'guard/policies.json', content: { title: '策略' } }, certs]);
    const languages = { 'en-US': english(policies, certs).origins, 'zh-CN': chinese.origins };
    expect(() => requireSame(languages)).toThrow(
      '"err.full" is in messages/en-US/guard/policies.json and missing from messages/zh-CN/guard/policies.json',
    );
    expect(() => requireSame({ 'en-US': languages['en-US'], 'en-GB': languages['en-US'] })).not.toThrow();
  });

  it.each([
    ['a value', 'Delete {nom}', 'nom'],
    ['a value in a choice', '{count, plural, one {{nom}} other {# of {name}}}', 'nom'],
    ['a value in a tag', '<b>{nom}</b>', 'nom'],
    ['a tag', '<i>{name}</i>', 'i'],
  ])('that take what nobody gives are named: %s', (_case, text, stray) => {
    const own = ['{count, plural, one {# <b>of</b>} other {#}}', '{name}'].map((of) => ({ kind: { of } }));
    const named = `"kind.of" of fr-FR takes ${stray}, which nobody gives`;
    expect(() => requireGiven(own, [['fr-FR', { kind: { of: text } }]])).toThrow(named);
    expect(() => requireGiven(own, [['fr-FR', { kind: { of: '{name}: <b>{count}</b>' } }]])).not.toThrow();
  });
});
