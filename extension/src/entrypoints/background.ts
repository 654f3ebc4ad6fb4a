import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { createDesk, serverInUse } from '../saving/desk.ts';
import { answerPages, tellPages } from '../saving/messages.ts';
import { offerPictures } from '../saving/pictureMenu.ts';
import { createQueue, type Waiting } from '../saving/queue.ts';
import { closeToPages, localStore } from '../saving/store.ts';

const alarmName = 'send what waits';

/** The only part that holds the key and calls the server. */
export default defineBackground(() => {
  const queue = createQueue({
    store: localStore,
    server: () => serverInUse(localStore),
    now: Date.now,
    newId: () => crypto.randomUUID(),
    onChange: showWaiting,
  });
  answerPages(createDesk({ store: localStore, queue, openSettings, tellPages }));
  offerPictures();
  void closeToPages();

  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === alarmName) void queue.sendNow();
  });
  browser.runtime.onStartup.addListener(() => void queue.sendNow());
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') void openSettings();
    else void queue.sendNow();
  });
  globalThis.addEventListener('online', () => void queue.sendNow());
  // Browsers may forget alarms when they are closed.
  void queue.resume();
});

function openSettings(): Promise<void> {
  return browser.runtime.openOptionsPage();
}

async function showWaiting({ saves, nextTryAt }: Waiting): Promise<void> {
  await browser.action.setBadgeText({ text: saves.length === 0 ? '' : String(saves.length) });
  await browser.action.setBadgeBackgroundColor({ color: '#8a5a00' });
  if (nextTryAt === null) await browser.alarms.clear(alarmName);
  else await browser.alarms.create(alarmName, { when: nextTryAt });
  await tellPages();
}
