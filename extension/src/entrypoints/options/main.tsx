import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { Heading, sentenceOf, showPage } from '../../picker/page.tsx';
import { hostPattern, originOf } from '../../saving/address.ts';
import type { Connection, ConnectOutcome } from '../../saving/connection.ts';
import { ask } from '../../saving/messages.ts';

/** The address and the key of the person's Magpie. */
function OptionsPage() {
  const [connection, setConnection] = useState<Connection | null>();
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    ask('connection', null).then(setConnection, (error) => setProblem(sentenceOf(error)));
  }, []);
  const disconnect = (): void => {
    ask('disconnect', null).then(setConnection, (error) => setProblem(sentenceOf(error)));
  };
  return (
    <>
      <Heading title="Magpie" />
      <p class="quiet">Ads that you save go to your own Magpie, and nowhere else.</p>
      {problem !== null && <p class="problem">{problem}</p>}
      {connection && (
        <div class="row">
          <p>
            Connected to <a href={connection.address}>{connection.address}</a> as {connection.email}.
          </p>
          <button type="button" onClick={disconnect}>
            Disconnect
          </button>
        </div>
      )}
      {connection !== undefined && <ConnectForm connection={connection} onConnected={setConnection} />}
    </>
  );
}

interface ConnectFormProps {
  readonly connection: Connection | null;
  readonly onConnected: (connection: Connection) => void;
}

/** Tried before they are kept. */
function ConnectForm({ connection, onConnected }: ConnectFormProps) {
  const [address, setAddress] = useState(connection?.address ?? '');
  const [key, setKey] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<ConnectOutcome | null>(null);
  const connect = async (): Promise<void> => {
    setOutcome(null);
    setIsBusy(true);
    const tried = await tryConnection(address, key).catch((error) => ({ problem: sentenceOf(error) }));
    setIsBusy(false);
    setOutcome(tried);
    if ('problem' in tried) return;
    setAddress(tried.connection.address);
    setKey('');
    onConnected(tried.connection);
  };
  const placeholder = connection === null ? 'mgp_…' : 'A new key, to replace the one in use';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void connect();
      }}
    >
      <Field
        label="Address of your Magpie"
        placeholder="https://magpie.example.com"
        value={address}
        onType={setAddress}
      />
      <Field label="API key" isSecret placeholder={placeholder} value={key} onType={setKey} />
      <p class="quiet">
        Magpie makes keys under Settings, API keys; this one needs the scopes read and write.
      </p>
      <output>{outcome !== null && <Outcome outcome={outcome} />}</output>
      <div class="row">
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? 'Trying…' : 'Connect'}
        </button>
      </div>
    </form>
  );
}

/** The browser asks the person first; it does so only straight after a press, before anything is waited for. */
async function tryConnection(address: string, key: string): Promise<ConnectOutcome> {
  const origin = originOf(address);
  if (origin !== undefined) {
    const isAllowed = await browser.permissions.request({ origins: [hostPattern(origin)] });
    if (!isAllowed)
      return { problem: `The extension calls ${origin} only when you allow it: press Connect again.` };
  }
  return ask('connect', { address, key });
}

function Outcome({ outcome }: { readonly outcome: ConnectOutcome }) {
  if ('problem' in outcome) return <p class="problem">{outcome.problem}</p>;
  return (
    <>
      <p class="good">Connected.</p>
      {outcome.warning !== null && <p class="warning">{outcome.warning}</p>}
    </>
  );
}

interface FieldProps {
  readonly label: string;
  readonly isSecret?: boolean;
  readonly placeholder: string;
  readonly value: string;
  readonly onType: (value: string) => void;
}

function Field({ label, isSecret = false, placeholder, value, onType }: FieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        {...(isSecret ? { type: 'password' } : { type: 'text' })}
        placeholder={placeholder}
        value={value}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onType(event.currentTarget.value)}
      />
    </label>
  );
}

showPage(<OptionsPage />);
