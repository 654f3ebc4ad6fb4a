import { useEffect, useState } from 'preact/hooks';
import { Heading, sentenceOf, showPage } from '../../picker/page.tsx';
import type { Connection } from '../../saving/connection.ts';
import { ask, onChanged } from '../../saving/messages.ts';
import type { Waiting, WaitingSave } from '../../saving/queue.ts';

/** What waits to be sent, and why. */
function PopupPage() {
  const [connection, setConnection] = useState<Connection | null>();
  const [waiting, setWaiting] = useState<Waiting>();
  const [problem, setProblem] = useState<string | null>(null);
  const show = (answer: Promise<Waiting>): void => {
    answer.then(setWaiting, (error) => setProblem(sentenceOf(error)));
  };
  useEffect(() => {
    ask('connection', null).then(setConnection, (error) => setProblem(sentenceOf(error)));
    show(ask('waiting', null));
    onChanged(() => show(ask('waiting', null)));
    window.addEventListener('online', () => void ask('online', null));
  }, []);
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
          address={connection?.address}
          onRemove={(id) => show(ask('remove', { id }))}
        />
      )}
      <div class="row">
        {waiting?.saves.some(({ refused }) => refused === undefined) && (
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
  /** Of the server in use. */
  readonly address: string | undefined;
  readonly onRemove: (id: string) => void;
}

function WaitingList({ waiting: { saves, problem }, address, onRemove }: WaitingListProps) {
  if (saves.length === 0) return <p>Nothing waits to be sent.</p>;
  return (
    <>
      <h2>{saves.length === 1 ? 'One ad is not saved yet' : `${saves.length} ads are not saved yet`}</h2>
      {problem !== null && <p class="warning">{problem}</p>}
      <ul class="waiting">
        {saves.map((save) => (
          <WaitingRow
            key={save.id}
            save={save}
            isElsewhere={save.address !== address}
            onRemove={() => onRemove(save.id)}
          />
        ))}
      </ul>
    </>
  );
}

interface WaitingRowProps {
  readonly save: WaitingSave;
  /** Whether it was saved for another server than the one in use. */
  readonly isElsewhere: boolean;
  readonly onRemove: () => void;
}

function WaitingRow({ save, isElsewhere, onRemove }: WaitingRowProps) {
  const { companyName } = save.ad;
  return (
    <li>
      <div>
        <p>
          {companyName} → {save.boardName}
        </p>
        {save.refused !== undefined && <p class="problem">{save.refused}</p>}
        {save.refused === undefined && isElsewhere && <p class="quiet">Waits for {save.address}.</p>}
      </div>
      <button type="button" aria-label={`Remove ${companyName}`} onClick={onRemove}>
        Remove
      </button>
    </li>
  );
}

showPage(<PopupPage />);
