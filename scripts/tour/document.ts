import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locale } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translate';
import { COMMAND_LINE, STEP_NAMES, type StepName } from './steps';
import { texts as english } from './texts/en-US';
import { texts as chinese } from './texts/zh-CN';

/** What the tour says beside its pictures; `{key}` is the text that a control has in the console. */
export type TourTexts = {
  title: string;
  introduction: string;
  steps: Record<StepName, { title: string; text: string }>;
};

const DOCS = path.resolve(import.meta.dirname, '../../docs');
const TOURS = {
  'en-US': { texts: english, file: 'tour.md' },
  'zh-CN': { texts: chinese, file: 'tour.zh-CN.md' },
} as const satisfies Partial<Record<Locale, { texts: TourTexts; file: string }>>;
/** The languages that the tour is written in. */
export type TourLocale = keyof typeof TOURS;
export const TOUR_LOCALES = Object.keys(TOURS) as TourLocale[];

export const documentFile = (locale: TourLocale) => path.join(DOCS, TOURS[locale].file);
/** Where the pictures of a language are, and what the command line said. */
export const pictureFolder = (locale: TourLocale) => path.join(DOCS, 'tour', locale);
export const transcriptFile = (locale: TourLocale) => path.join(pictureFolder(locale), `${COMMAND_LINE}.txt`);

/** A text with the console's own words in bold. Throws where the console has no such text. */
function filled(locale: TourLocale, text: string): string {
  return text.replace(/\{([\w.-]+)\}/g, (_, key: string) => {
    const said = translator(locale)(key, { count: 1 });
    if (said === key) throw new Error(`${TOURS[locale].file}: the console has no text ${key}`);
    return `**${said}**`;
  });
}

/** The tour in one language, as Markdown. */
export function tourDocument(locale: TourLocale): string {
  const { title, introduction, steps } = TOURS[locale].texts;
  const parts = STEP_NAMES.map((name, i) => {
    const step = steps[name];
    const picture =
      name === COMMAND_LINE
        ? `\`\`\`console\n${readFileSync(transcriptFile(locale), 'utf8').trimEnd()}\n\`\`\``
        : `![${step.title}](tour/${locale}/${name}.webp)`;
    return `## ${i + 1}. ${step.title}\n\n${filled(locale, step.text)}\n\n${picture}\n`;
  });
  return `# ${title}\n\n${filled(locale, introduction)}\n\n${parts.join('\n')}`;
}
