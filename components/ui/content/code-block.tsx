'use client';

import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/controls/copy-button';

/**
 * Code to read and copy: sunken, mono, long lines scroll. `caption` names the region for assistive technology, `copied`
 * is what is copied where that is more than is shown.
 */
export function CodeBlock({
  code,
  caption,
  copied,
  maxHeight,
}: {
  code: string;
  caption: string;
  copied?: () => string;
  maxHeight?: number;
}) {
  const t = useTranslations('common');
  return (
    <div className="flex w-full min-w-0 items-start rounded-2 border border-line bg-sunken text-left">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={caption}
        className="min-w-0 flex-1 overflow-auto rounded-2 py-2.5 pl-3"
        style={maxHeight ? { maxHeight } : undefined}
      >
        <pre className="text-12 leading-[18px]">{code}</pre>
      </section>
      {/* Beside the code and not over it: no line runs below the button. */}
      <div className="flex-none p-1">
        <CopyButton text={copied ?? code} name={copied ? t('copy_named', { name: caption }) : undefined} />
      </div>
    </div>
  );
}
