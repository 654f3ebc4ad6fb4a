import { defineContentScript } from 'wxt/utils/define-content-script';
import { siteAt, sites } from '../sites/sites.ts';
import { watchPageData } from '../content/watchPageData.ts';
import { offerPort } from '../content/handover.ts';

/** Runs in the page's main world to read the data that the page loads; has access to nothing else of the extension. */
export default defineContentScript({
  matches: sites.flatMap(({ matches }) => matches),
  runAt: 'document_start',
  world: 'MAIN',
  main() {
    const site = siteAt(location.href);
    if (site === undefined) return;
    const port = offerPort();
    watchPageData(site, (payload) => port.postMessage(payload));
  },
});
