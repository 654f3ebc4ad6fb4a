import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { createDesk, rememberMade, serverInUse } from '../saving/desk.ts';
import { keepHostOf } from '../saving/hosts.ts';
import { answerPages, tellPages } from '../saving/messages.ts';
import { offerPictures } from '../saving/pictureMenu.ts';
import { createQueue, type Waiting } from '../saving/queue.ts';
import { serverAt } from '../saving/server.ts';
import { closeToPages, localStore as store } from '../saving/store.ts';
import { inTurn } from '../saving/turns.ts';

const alarmName = 'send what waits';
const patienceMilliseconds = 5000;

/** The only part that holds the key and calls the server. */
export default defineBackground(() => {
  const shownInTurn = inTurn();
  const queue = createQueue({
    store,
    server: () => serverInUse(store, serverAt),
    now: Date.now,
    newId: () => crypto.randomUUID(),
    onChange: (waiting) => {
      void shownInTurn(() => showWaiting(waiting)).catch(() => undefined);
      tellPages();
    },
    onBoardMade: (board) => rememberMade(board, store),
  });
  answerPages(
    createDesk({ store, queue, serverAt, openSettings, tellPages, keepHostOf, patienceMilliseconds }),
  );
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
  if (nextTryAt === null) await browser.alarms.clear(alarmName);
  else await browser.alarms.create(alarmName, { when: nextTryAt });
  await browser.action.setBadgeText({ text: saves.length === 0 ? '' : String(saves.length) });
  await browser.action.setBadgeBackgroundColor({ color: '#8a5a00' });
}
