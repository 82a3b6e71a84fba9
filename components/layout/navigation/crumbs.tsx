'use client';

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

type Crumbs = { crumb: string | null; setCrumb: (crumb: string | null) => void };
const CrumbContext = createContext<Crumbs>({ crumb: null, setCrumb: () => {} });

export function CrumbProvider({ children }: { children: ReactNode }) {
  const [crumb, setCrumb] = useState<string | null>(null);
  const value = useMemo(() => ({ crumb, setCrumb }), [crumb]);
  return <CrumbContext value={value}>{children}</CrumbContext>;
}

/** Names the page in the breadcrumb, for pages below the ones the navigation knows. */
export function useCrumb(title: string): void {
  const { setCrumb } = useContext(CrumbContext);
  useEffect(() => {
    setCrumb(title);
    return () => setCrumb(null);
  }, [title, setCrumb]);
}

const ObjectContext = createContext(false);

/** The part of a page that is about one object, which the page is named for. */
export function OfObject({ children }: { children: ReactNode }) {
  return <ObjectContext value={true}>{children}</ObjectContext>;
}

/** The name of the object that this part of the page is about; null where there is none. */
export function useObjectName(): string | null {
  const crumb = useCurrentCrumb();
  return useContext(ObjectContext) ? crumb : null;
}

export function useCurrentCrumb(): string | null {
  return useContext(CrumbContext).crumb;
}
