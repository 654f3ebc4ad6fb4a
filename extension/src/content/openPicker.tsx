import { render } from 'preact';
import type { PageAd } from '../sites/types.ts';
import { Icon } from '../ui/icons.tsx';
import { createShadowUi, trusted } from '../ui/shadowUi.ts';
import { SavePanel } from '../ui/SavePanel.tsx';
import type { AdSaveState } from '../background/messages.ts';
import type { SaveRequest } from '../background/queue.ts';
import { guardTyping } from './typing.ts';

const width = 320;
const maxHeight = 480;
const margin = 8;

/** Opens the board picker next to the button of an ad, as a modal dialog. */
export function openPicker(
  { ad, isNamed }: PageAd,
  state: AdSaveState | undefined,
  anchor: DOMRect,
  onSave: (request: SaveRequest) => void,
): void {
  const ui = createShadowUi('position: static; display: block');
  document.documentElement.append(ui.host);
  guardTyping(ui);
  const left = Math.max(margin, Math.min(anchor.right - width, innerWidth - width - margin));
  const top = Math.max(margin, Math.min(anchor.bottom + 4, innerHeight - maxHeight - margin));
  const close = (): void => ui.container.querySelector('dialog')?.close();
  render(
    <dialog
      aria-label="Save to a board"
      style={{ left: `${left}px`, top: `${top}px` }}
      onClose={() => {
        guardTyping(undefined);
        render(null, ui.container);
        ui.host.remove();
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
        missing={{ companyName: !isNamed, platform: false }}
        held={new Set(state?.boards?.map(({ id }) => id))}
        note={state?.note ?? null}
        onSave={(request) => {
          close();
          onSave(request);
        }}
      />
    </dialog>,
    ui.container,
  );
  const dialog = ui.container.querySelector('dialog');
  dialog?.addEventListener('click', (event) => {
    if (event.isTrusted && event.target === dialog && isOutside(event, dialog)) close();
  });
  dialog?.showModal();
  dialog?.querySelector('input')?.focus();
}

/** Clicks on the backdrop also have the dialog as their target. */
function isOutside({ clientX, clientY }: MouseEvent, dialog: HTMLElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
