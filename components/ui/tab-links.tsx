import Link from 'next/link';

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
          href={href}
          prefetch={false}
          className="tab"
          aria-current={isActive ? 'page' : undefined}
          data-active={isActive ? '' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
