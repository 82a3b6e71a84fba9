/** AI crawlers as they name themselves, where they come from, and the share of their requests up to each one's. */
export const CRAWLERS = [
  {
    up_to: 0.3,
    network: '20.171.206',
    user_agent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  },
  {
    up_to: 0.54,
    network: '216.73.216',
    user_agent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  },
  {
    up_to: 0.68,
    network: '47.128.16',
    user_agent:
      'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
  },
  {
    up_to: 0.78,
    network: '57.141.0',
    user_agent: 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  },
  {
    up_to: 0.87,
    network: '18.97.9',
    user_agent: 'CCBot/2.0 (https://commoncrawl.org/faq/)',
  },
  {
    up_to: 0.94,
    network: '107.20.236',
    user_agent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  },
  {
    up_to: 1,
    network: '52.230.163',
    user_agent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  },
] as const;

/** What they read: a shop and pages of text, of which they ask for robots.txt now and then. */
export const CRAWLED = ['blog.example.org', 'blog.example.org', 'www.example.com', 'shop.example.com'] as const;
export const ROBOTS = 0.08;
/** How many of their requests exceed a rate. */
export const TOO_FAST = 0.06;
