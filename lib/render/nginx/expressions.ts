import { quoted } from './escape';

const ASKED = /"!?@rx (.*?)" "/g;

/**
 * The expressions of a site's rules as a map that nginx tests. ModSecurity takes one that it cannot compile without a word, and the rule then
 * never matches; nginx says what is wrong. `number` tells sites apart that are tested together.
 */
export function expressionTest(rules: string, number: number): string {
  const entries = [...new Set([...rules.matchAll(ASKED)].map(([, pcre = '']) => `  ${quoted(`~${pcre}`)} 1;\n`))];
  return `map $uri $parapet_tested_${number} {\n${entries.join('')}}\n`;
}
