import { useEffect, useState } from 'preact/hooks';
import { Heading, sentenceOf, showPage } from '../../picker/page.tsx';
import type { Connection } from '../../saving/connection.ts';
import { ask, onChanged } from '../../saving/messages.ts';
import { canBeSent, type Waiting, type WaitingSave } from '../../saving/queue.ts';

/** What waits to be sent, and why. */
function PopupPage() {
  const [connection, setConnection] = useState<Connection | null>();
  const [waiting, setWaiting] = useState<Waiting>();
  const [problem, setProblem] = useState<string | null>(null);
  const show = (answer: Promise<Waiting>): void => {
    answer.then(setWaiting, (error) => setProblem(sentenceOf(error)));
  };
  useEffect(() => {
    const look = (): void => {
      ask('connection', null).then(setConnection, (error) => setProblem(sentenceOf(error)));
      show(ask('waiting', null));
    };
    look();
    onChanged(look);
    window.addEventListener('online', () => void ask('online', null));
  }, []);
  // What waits for another server or account says so itself.
  const isSending = waiting?.saves.some((save) => connection && canBeSent(save, connection)) ?? false;
  return (
    <>
      <Heading title="Magpie" />
      {problem !== null && <p class="problem">{problem}</p>}
      {connection === null && <p>Tell the extension where your Magpie is, and ads can be saved.</p>}
      {connection && (
        <p class="quiet">
          Connected to {connection.address} as {connection.email}.
        </p>
      )}
      {waiting !== undefined && (
        <WaitingList
          waiting={waiting}
          connection={connection ?? null}
          isSending={isSending}
          onRetry={(id) => show(ask('retry', { id }))}
          onRemove={(id) => show(ask('remove', { id }))}
        />
      )}
      <div class="row">
        {isSending && (
          <button type="button" class="primary" onClick={() => show(ask('sendNow', null))}>
            Try now
          </button>
        )}
        <button type="button" onClick={() => void ask('openSettings', null).then(window.close)}>
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

interface WaitingListProps {
  readonly waiting: Waiting;
  /** In use. */
  readonly connection: Connection | null;
  /** Whether anything can be sent there. */
  readonly isSending: boolean;
  readonly onRetry: (id: string) => void;
  readonly onRemove: (id: string) => void;
}

function WaitingList({ waiting, connection, isSending, onRetry, onRemove }: WaitingListProps) {
  const { saves, problem, nextTryAt } = waiting;
  if (saves.length === 0) return <p>Nothing waits to be sent.</p>;
  return (
    <>
      <h2>{saves.length === 1 ? 'One ad is not saved yet' : `${saves.length} ads are not saved yet`}</h2>
      {isSending && problem !== null && (
        <p class="warning">
          {problem} {nextTryAt !== null && `Next try at ${timeOf(nextTryAt)}.`}
        </p>
      )}
      <ul class="waiting">
        {saves.map((save) => (
          <WaitingRow
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

function timeOf(moment: number): string {
  return new Date(moment).toLocaleTimeString([], { timeStyle: 'short' });
}

interface WaitingRowProps {
  readonly save: WaitingSave;
  readonly connection: Connection | null;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

function WaitingRow({ save, connection, onRetry, onRemove }: WaitingRowProps) {
  const { companyName } = save.ad;
  const isElsewhere = save.address !== connection?.address;
  const isSomebodyElses = !isElsewhere && save.userId !== connection.userId;
  return (
    <li>
      <div>
        <p>
          {companyName} → {save.boardName}
        </p>
        {save.refused !== undefined && <p class="problem">{save.refused}</p>}
        {isElsewhere && <p class="quiet">Waits for {save.address}.</p>}
        {isSomebodyElses && <p class="quiet">Waits for another account there.</p>}
      </div>
      {save.refused !== undefined && !isElsewhere && !isSomebodyElses && (
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
