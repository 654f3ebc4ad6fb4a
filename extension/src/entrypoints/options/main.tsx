import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { Heading, getErrorText, showPage } from '../../ui/page.tsx';
import {
  hostPattern,
  parseOrigin,
  type ServerConnection,
  type ConnectOutcome,
} from '../../background/connection.ts';
import { callBackground } from '../../background/messages.ts';

function OptionsPage() {
  const [connection, setConnection] = useState<ServerConnection | null>();
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    callBackground('connection', null).then(setConnection, (error) => setProblem(getErrorText(error)));
  }, []);
  const disconnect = (): void => {
    callBackground('disconnect', null).then(setConnection, (error) => setProblem(getErrorText(error)));
  };
  return (
    <>
      <Heading title="Magpie" />
      <p class="quiet">Saved ads are sent only to your own Magpie.</p>
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
  readonly connection: ServerConnection | null;
  readonly onConnected: (connection: ServerConnection) => void;
}

/** Address and key are tested before they are stored. */
function ConnectForm({ connection, onConnected }: ConnectFormProps) {
  const [address, setAddress] = useState(connection?.address ?? '');
  const [key, setKey] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<ConnectOutcome | null>(null);
  const connect = async (): Promise<void> => {
    setOutcome(null);
    setIsBusy(true);
    const tried = await tryConnection(address, key).catch((error) => ({ problem: getErrorText(error) }));
    setIsBusy(false);
    setOutcome(tried);
    if ('problem' in tried) return;
    setAddress(tried.connection.address);
    setKey('');
    onConnected(tried.connection);
  };
  const placeholder = connection === null ? 'mgp_…' : 'Enter a new key to replace the current one';
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
      <p class="quiet">Create a key in Magpie under Settings → API keys, with the read and write scopes.</p>
      <output>{outcome !== null && <Outcome outcome={outcome} />}</output>
      <div class="row">
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? 'Connecting…' : 'Connect'}
        </button>
      </div>
    </form>
  );
}

/** Browsers show the permission prompt only directly after a click, so it is requested before anything is awaited. */
async function tryConnection(address: string, key: string): Promise<ConnectOutcome> {
  const origin = parseOrigin(address);
  if (origin !== undefined) {
    const isAllowed = await browser.permissions.request({ origins: [hostPattern(origin)] });
    if (!isAllowed)
      return { problem: `Access to ${origin} was not allowed. Press Connect again and allow it.` };
  }
  return callBackground('connect', { address, key });
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
