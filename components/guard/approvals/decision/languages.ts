/** The languages in which people are shown why. */
export const LANGUAGES = ['zh-CN', 'en-US'] as const;
