import { defineContentScript } from 'wxt/utils/define-content-script';
import { siteAt, sites, watchPageData } from '../capture/index.ts';
import { offeredPort } from '../library/handover.ts';

/** In the page's own world, to see the data that the page loads; it holds nothing of ours. */
export default defineContentScript({
  matches: sites.flatMap(({ matches }) => matches),
  runAt: 'document_start',
  world: 'MAIN',
  main() {
    const site = siteAt(location.href);
    if (site === undefined) return;
    const port = offeredPort();
    watchPageData(site, (payload) => port.postMessage(payload));
  },
});
