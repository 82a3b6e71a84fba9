'use client';

import { CopyButton } from './copy-button';

/** Code to read and copy: sunken, mono, long lines scroll. `caption` names the region for assistive technology. */
export function CodeBlock({ code, caption, maxHeight }: { code: string; caption: string; maxHeight?: number }) {
  return (
    <div className="relative w-full min-w-0 rounded-2 border border-line bg-sunken text-left">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={caption}
        className="overflow-auto rounded-2 py-2.5 pr-11 pl-3"
        style={maxHeight ? { maxHeight } : undefined}
      >
        <pre className="text-12 leading-[18px]">{code}</pre>
      </section>
      <div className="absolute top-1 right-1">
        <CopyButton text={code} />
      </div>
    </div>
  );
}
