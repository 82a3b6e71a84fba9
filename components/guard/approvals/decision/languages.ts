/** The languages in which people are told why. */
export const LANGUAGES = ['zh-CN', 'en-US'] as const;
