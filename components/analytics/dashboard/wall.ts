/** What is around the page, and the tracks of the grid that it takes. */
const AROUND = 'body > div > aside, body > div > header';
const TRACKS = ['--header-h', '--sidebar-w', '--sidebar-w-slim'];

/** The page alone on the whole screen, without navigation and header, until the reader leaves full screen. Rejects where the browser refuses. */
export async function fillScreen(): Promise<void> {
  const root = document.documentElement;
  await root.requestFullscreen();
  const parts = [...document.querySelectorAll<HTMLElement>(AROUND)];
  for (const part of parts) part.style.display = 'none';
  const content = document.getElementById('content');
  content?.style.setProperty('grid-area', '2 / 2');
  for (const track of TRACKS) root.style.setProperty(track, '0px');
  const leave = () => {
    if (document.fullscreenElement) return;
    document.removeEventListener('fullscreenchange', leave);
    for (const part of parts) part.style.removeProperty('display');
    content?.style.removeProperty('grid-area');
    for (const track of TRACKS) root.style.removeProperty(track);
  };
  document.addEventListener('fullscreenchange', leave);
}
