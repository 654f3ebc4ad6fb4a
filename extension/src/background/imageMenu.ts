import { textLimits } from '@magpie/contract/limits';
import { browser } from 'wxt/browser';

const menuItem = 'save picture';

/** Adds "Save picture to Magpie" to the context menu of pictures; it opens a small window with the details. */
export function addPictureMenu(): void {
  browser.runtime.onInstalled.addListener(() => {
    browser.contextMenus.create({ id: menuItem, title: 'Save picture to Magpie', contexts: ['image'] });
  });
  browser.contextMenus.onClicked.addListener(({ menuItemId, srcUrl, pageUrl, frameUrl }, tab) => {
    if (menuItemId !== menuItem || srcUrl === undefined) return;
    const found = {
      pictureUrl: webAddress(srcUrl),
      pageUrl: webAddress(pageUrl ?? frameUrl ?? ''),
      pageTitle: (tab?.title ?? '').slice(0, 2000),
    };
    void openWindow(found, tab?.id);
  });
}

/** A `data:` URL may have millions of characters. */
const maxAddressLength = textLimits.mediaUrl;

function webAddress(address: string): string {
  return address.length <= maxAddressLength && /^https?:/i.test(address) ? address : '';
}

async function openWindow(found: Readonly<Record<string, string>>, tabId: number | undefined): Promise<void> {
  const siteName = tabId === undefined ? '' : await findSiteName(tabId);
  const url = `${location.origin}/picture.html?${new URLSearchParams({ ...found, siteName })}`;
  await browser.windows.create({ url, type: 'popup', width: 420, height: 640 });
}

/** Empty when the page has none, or the browser does not allow scripts there. */
async function findSiteName(tabId: number): Promise<string> {
  try {
    const [injection] = await browser.scripting.executeScript({ target: { tabId }, func: readSiteName });
    return typeof injection?.result === 'string' ? injection.result.slice(0, 200) : '';
  } catch {
    return '';
  }
}

/** Runs in the page, so it must not reference anything outside of itself. */
function readSiteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? '';
}
