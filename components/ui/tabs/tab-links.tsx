import { SteadyLabel } from '@/components/ui/content/steady-label';
import { Link } from '@/components/ui/controls/link';

/** On a phone the tabs scroll. */
const scrollIntoView = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/**
 * The parts of a page as links that look like tabs: for pages whose first load must stay small, since tabs proper bring
 * their keyboard handling along.
 */
export function TabLinks({
  name,
  links,
}: {
  /** What the links lead through. */
  name: string;
  links: readonly { href: string; label: string; isActive: boolean }[];
}) {
  return (
    <nav aria-label={name} className="tabs mb-4">
      {links.map(({ href, label, isActive }) => (
        <Link
          key={href}
          ref={isActive ? scrollIntoView : undefined}
          href={href}
          className="tab"
          aria-current={isActive ? 'page' : undefined}
          data-active={isActive ? '' : undefined}
        >
          <SteadyLabel label={label} />
        </Link>
      ))}
    </nav>
  );
}
