import { render } from 'preact';
import type { SeenAd } from '../capture/index.ts';
import { Icon } from '../picker/icons.tsx';
import { makeIsland } from '../picker/island.ts';
import { SavePanel } from '../picker/SavePanel.tsx';
import { trusted } from '../picker/trusted.ts';
import type { AdState } from '../saving/messages.ts';
import type { SaveRequest } from '../saving/queue.ts';
import { guardTyping } from './typing.ts';

const width = 320;
const highest = 480;
const margin = 8;

/** Opens the choice of boards beside the button of an ad. The page behind it waits until it is closed. */
export function openPicker(
  { ad, isNamed }: SeenAd,
  state: AdState | undefined,
  beside: DOMRect,
  onSave: (request: SaveRequest) => void,
): void {
  const island = makeIsland('position: static; display: block');
  document.documentElement.append(island.host);
  guardTyping(island);
  const left = Math.max(margin, Math.min(beside.right - width, innerWidth - width - margin));
  const top = Math.max(margin, Math.min(beside.bottom + 4, innerHeight - highest - margin));
  const close = (): void => island.ground.querySelector('dialog')?.close();
  render(
    <dialog
      aria-label="Save to a board"
      style={{ left: `${left}px`, top: `${top}px` }}
      onClose={() => {
        guardTyping(undefined);
        render(null, island.ground);
        island.host.remove();
      }}
    >
      <div class="title">
        <h2>Save to a board</h2>
        <button type="button" aria-label="Close" onClick={trusted(close)}>
          <Icon shape="close" />
        </button>
      </div>
      <SavePanel
        ad={ad}
        asksFor={{ companyName: !isNamed, platform: false }}
        held={new Set(state?.boards?.map(({ id }) => id))}
        note={state?.note ?? null}
        onSave={(request) => {
          close();
          onSave(request);
        }}
      />
    </dialog>,
    island.ground,
  );
  const dialog = island.ground.querySelector('dialog');
  dialog?.addEventListener('click', (event) => {
    if (event.isTrusted && event.target === dialog && isBeside(event, dialog)) close();
  });
  dialog?.showModal();
  dialog?.querySelector('input')?.focus();
}

/** What lies behind a dialog belongs to it, too. */
function isBeside({ clientX, clientY }: MouseEvent, dialog: HTMLElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
