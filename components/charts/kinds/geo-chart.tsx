'use client';

import dynamic from 'next/dynamic';
import { useCallback, useState } from 'react';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ChartContext, RankModel } from '../prepare/model';
import { RankList } from './rank-list';

const WorldMap = dynamic(
  whenOnline(() => import('./world-map').then((part) => part.WorldMap)),
  { ssr: false },
);

/** Height of the ranking below a map, in px; the rest of it scrolls. */
const BELOW_MAP = 168;

/** A ranking of countries, below a map where the operator has supplied boundaries. */
export function GeoChart({ model, context, height }: { model: RankModel; context: ChartContext; height: number }) {
  const [hasMap, setHasMap] = useState(false);
  const drawn = useCallback(() => setHasMap(true), []);
  return (
    <div data-geo="">
      <WorldMap model={model} context={context} onDrawn={drawn} />
      <RankList model={model} context={context} height={hasMap ? BELOW_MAP : height} />
    </div>
  );
}
