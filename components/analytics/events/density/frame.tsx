import type { ReactNode } from 'react';

/** As high as what it frames, so that nothing below it moves when that comes; a phone needs two lines for the verdicts. */
export const Frame = ({ children }: { children?: ReactNode }) => (
  <section className="mb-3 flex h-29 flex-col overflow-hidden rounded-3 border border-line bg-panel px-(--panel-pad) py-3 max-sm:h-34">
    {children}
  </section>
);
