import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Panel } from './panel';

it('says its title and its source whole to a pointer, since either may be cut', () => {
  const html = renderToStaticMarkup(
    <Panel title="blog.example.org" source="d59d7d4f04b61c1ed68af.edge.example">
      Body
    </Panel>,
  );
  expect(html).toMatch(/<h2 title="blog\.example\.org"/);
  expect(html).toMatch(/<span title="d59d7d4f04b61c1ed68af\.edge\.example"/);
});
