import { browser } from 'wxt/browser';

const menuItem = 'save picture';

/** "Save picture to Magpie" in the menu of every picture; the rest is asked in a small window of our own. */
export function offerPictures(): void {
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

/** The longest that the server takes. A picture that is its own address may have millions of characters. */
const longestAddress = 8192;

function webAddress(address: string): string {
  return address.length <= longestAddress && /^https?:/i.test(address) ? address : '';
}

async function openWindow(found: Readonly<Record<string, string>>, tabId: number | undefined): Promise<void> {
  const siteName = tabId === undefined ? '' : await siteNameOf(tabId);
  const url = `${location.origin}/picture.html?${new URLSearchParams({ ...found, siteName })}`;
  await browser.windows.create({ url, type: 'popup', width: 420, height: 640 });
}

/** Empty where the page says nothing, or where browsers let nobody ask. */
async function siteNameOf(tabId: number): Promise<string> {
  try {
    const [asked] = await browser.scripting.executeScript({ target: { tabId }, func: readSiteName });
    return typeof asked?.result === 'string' ? asked.result.slice(0, 200) : '';
  } catch {
    return '';
  }
}

/** Runs in the page: refers to nothing outside of itself. */
function readSiteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? '';
}
