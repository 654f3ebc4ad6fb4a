import { defineContentScript } from 'wxt/utils/define-content-script';
import { siteAt, sites } from '../sites/sites.ts';
import { watchLibrary } from '../content/watchLibrary.ts';

/** Adds a save button to each ad on the pages of ad libraries. Has no access to the key. */
export default defineContentScript({
  matches: sites.flatMap(({ matches }) => matches),
  runAt: 'document_start',
  main() {
    const site = siteAt(location.href);
    if (site !== undefined) watchLibrary(site);
  },
});
