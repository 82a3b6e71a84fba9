import type { ReactNode } from 'react';

/** As high as what it frames, so that nothing below it moves when that comes. */
export const Frame = ({ children }: { children?: ReactNode }) => (
  <section
    className="mb-3 overflow-hidden rounded-3 border border-line bg-panel px-(--panel-pad) py-3"
    style={{ height: 116 }}
  >
    {children}
  </section>
);
