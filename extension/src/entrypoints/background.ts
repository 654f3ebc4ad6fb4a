import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { createHandlers, updateLastBoard, currentServer } from '../background/handlers.ts';
import { revokeHosts } from '../background/connection.ts';
import { handleMessages, notifyPages } from '../background/messages.ts';
import { addPictureMenu } from '../background/imageMenu.ts';
import { createQueue, createSerialQueue, type StoredQueue } from '../background/queue.ts';
import { serverAt } from '../background/server.ts';
import { restrictStorageAccess, localStore as store } from '../background/store.ts';

const alarmName = 'send what waits';
const timeoutMs = 5000;

/** The only script that has the key and calls the server. */
export default defineBackground(() => {
  const runInOrder = createSerialQueue();
  const queue = createQueue({
    store,
    server: () => currentServer(store, serverAt),
    now: Date.now,
    newId: () => crypto.randomUUID(),
    onChange: (state) => {
      void runInOrder(() => showQueue(state)).catch(() => undefined);
      notifyPages();
    },
    onBoardCreated: (board) => updateLastBoard(board, store),
  });
  handleMessages(
    createHandlers({ store, queue, serverAt, openSettings, notifyPages, revokeHosts, timeoutMs }),
  );
  addPictureMenu();
  void restrictStorageAccess();

  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === alarmName) void queue.sendNow();
  });
  browser.runtime.onStartup.addListener(() => void queue.sendNow());
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') void openSettings();
    else void queue.sendNow();
  });
  globalThis.addEventListener('online', () => void queue.sendNow());
  // Browsers may drop alarms when they are closed.
  void queue.resume();
});

function openSettings(): Promise<void> {
  return browser.runtime.openOptionsPage();
}

async function showQueue({ saves, nextTryAt }: StoredQueue): Promise<void> {
  if (nextTryAt === null) await browser.alarms.clear(alarmName);
  else await browser.alarms.create(alarmName, { when: nextTryAt });
  await browser.action.setBadgeText({ text: saves.length === 0 ? '' : String(saves.length) });
  await browser.action.setBadgeBackgroundColor({ color: '#8a5a00' });
}
