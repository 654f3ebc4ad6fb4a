import { useEffect, useState } from 'preact/hooks';
import { Heading, getErrorText, showPage } from '../../ui/page.tsx';
import type { ServerConnection } from '../../background/connection.ts';
import { callBackground, onChanged } from '../../background/messages.ts';
import { canBeSent, type StoredQueue, type PendingSave } from '../../background/queue.ts';

function PopupPage() {
  const [connection, setConnection] = useState<ServerConnection | null>();
  const [queue, setQueue] = useState<StoredQueue>();
  const [problem, setProblem] = useState<string | null>(null);
  const show = (response: Promise<StoredQueue>): void => {
    response.then(setQueue, (error) => setProblem(getErrorText(error)));
  };
  useEffect(() => {
    const load = (): void => {
      callBackground('connection', null).then(setConnection, (error) => setProblem(getErrorText(error)));
      show(callBackground('queueState', null));
    };
    load();
    onChanged(load);
    window.addEventListener('online', () => void callBackground('online', null));
  }, []);
  // Saves for another server or account have their own message.
  const isSending = queue?.saves.some((save) => connection && canBeSent(save, connection)) ?? false;
  return (
    <>
      <Heading title="Magpie" />
      {problem !== null && <p class="problem">{problem}</p>}
      {connection === null && <p>Connect the extension to your Magpie to save ads.</p>}
      {connection && (
        <p class="quiet">
          Connected to {connection.address} as {connection.email}.
        </p>
      )}
      {queue !== undefined && (
        <QueueList
          queue={queue}
          connection={connection ?? null}
          isSending={isSending}
          onRetry={(id) => show(callBackground('retry', { id }))}
          onRemove={(id) => show(callBackground('remove', { id }))}
        />
      )}
      <div class="row">
        {isSending && (
          <button type="button" class="primary" onClick={() => show(callBackground('sendNow', null))}>
            Try now
          </button>
        )}
        <button type="button" onClick={() => void callBackground('openSettings', null).then(window.close)}>
          Settings
        </button>
        {connection && (
          <a href={connection.address} target="_blank" rel="noreferrer">
            Open Magpie
          </a>
        )}
      </div>
    </>
  );
}

interface QueueListProps {
  readonly queue: StoredQueue;
  readonly connection: ServerConnection | null;
  /** Whether any save can be sent to this connection. */
  readonly isSending: boolean;
  readonly onRetry: (id: string) => void;
  readonly onRemove: (id: string) => void;
}

function QueueList({ queue, connection, isSending, onRetry, onRemove }: QueueListProps) {
  const { saves, problem, nextTryAt } = queue;
  if (saves.length === 0) return <p>The queue is empty.</p>;
  return (
    <>
      <h2>{saves.length === 1 ? '1 ad waiting to be sent' : `${saves.length} ads waiting to be sent`}</h2>
      {isSending && problem !== null && (
        <p class="warning">
          {problem} {nextTryAt !== null && `Next try at ${formatTime(nextTryAt)}.`}
        </p>
      )}
      <ul class="waiting">
        {saves.map((save) => (
          <QueueRow
            key={save.id}
            save={save}
            connection={connection}
            onRetry={() => onRetry(save.id)}
            onRemove={() => onRemove(save.id)}
          />
        ))}
      </ul>
    </>
  );
}

function formatTime(moment: number): string {
  return new Date(moment).toLocaleTimeString([], { timeStyle: 'short' });
}

interface QueueRowProps {
  readonly save: PendingSave;
  readonly connection: ServerConnection | null;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

function QueueRow({ save, connection, onRetry, onRemove }: QueueRowProps) {
  const { companyName } = save.ad;
  const isOtherServer = save.address !== connection?.address;
  const isOtherAccount = !isOtherServer && save.userId !== connection.userId;
  return (
    <li>
      <div>
        <p>
          {companyName} → {save.boardName}
        </p>
        {save.refused !== undefined && <p class="problem">{save.refused}</p>}
        {isOtherServer && <p class="quiet">Queued for {save.address}.</p>}
        {isOtherAccount && <p class="quiet">Queued for another account on this server.</p>}
      </div>
      {save.refused !== undefined && !isOtherServer && !isOtherAccount && (
        <button type="button" aria-label={`Try again: ${companyName}`} onClick={onRetry}>
          Try again
        </button>
      )}
      <button type="button" aria-label={`Remove ${companyName}`} onClick={onRemove}>
        Remove
      </button>
    </li>
  );
}

showPage(<PopupPage />);
