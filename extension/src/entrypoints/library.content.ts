import { defineContentScript } from 'wxt/utils/define-content-script';
import { siteAt, sites } from '../capture/index.ts';
import { watchLibrary } from '../library/watchLibrary.ts';

/** Beside the pages of ad libraries: puts a button on each ad. It never has the key. */
export default defineContentScript({
  matches: sites.flatMap(({ matches }) => matches),
  runAt: 'document_start',
  main() {
    const site = siteAt(location.href);
    if (site !== undefined) watchLibrary(site);
  },
});
