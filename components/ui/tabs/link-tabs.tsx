'use client';

import { usePathname } from 'next/navigation';
import { SteadyLabel } from '@/components/ui/content/steady-label';
import { Link } from '@/components/ui/controls/link';

/** Tabs whose panels are pages of their own; the active one is the page one is on. */
export function LinkTabs({ tabs, name }: { tabs: readonly { href: string; label: string }[]; name: string }) {
  const pathname = usePathname();
  return (
    <nav aria-label={name} className="tabs mb-4">
      {tabs.map(({ href, label }) => {
        const isActive = pathname === href;
        return (
          <Link
            key={href}
            href={href}
            className="tab"
            data-active={isActive ? '' : undefined}
            aria-current={isActive ? 'page' : undefined}
          >
            <SteadyLabel label={label} />
          </Link>
        );
      })}
    </nav>
  );
}
