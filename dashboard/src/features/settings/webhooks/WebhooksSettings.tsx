import { useQuery, useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { api, client } from '../../../lib/api/client.ts';
import { ListSection, Secret } from '../Rows.tsx';
import { WebhookItem } from './WebhookItem.tsx';
import { settingsCopy } from '../copy.ts';
import { type Channel, channelOf } from './channels.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/Form.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';

const copy = settingsCopy.webhooks;

export function WebhooksSettings() {
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const webhooks = useQuery(api.webhooks.list.queryOptions());
  return (
    <>
      <ListSection
        title={copy.title}
        about={copy.text}
        icon={Webhook}
        empty={copy.empty}
        add={copy.addWebhook}
        onAdd={() => setIsCreating(true)}
        query={webhooks}
        loading={copy.loading}
        rowCount={2}
      >
        {(webhook) => <WebhookItem key={webhook.id} webhook={webhook} onSecret={setSecret} />}
      </ListSection>
      {isCreating && (
        <NewWebhook
          onClose={() => setIsCreating(false)}
          onCreated={(shown) => {
            setIsCreating(false);
            setSecret(shown);
          }}
        />
      )}
      {secret !== null && (
        <Secret
          title={copy.secretTitle}
          secret={secret}
          copyLabel={copy.copySecret}
          onClose={() => setSecret(null)}
        >
          <p className="text-quiet">{copy.secretText}</p>
        </Secret>
      )}
    </>
  );
}

interface NewWebhookProps {
  readonly onCreated: (secret: string) => void;
  readonly onClose: () => void;
}

/** Slack and Teams do not verify messages, so their dialog shows no secret and sends a test instead. */
function NewWebhook({ onCreated, onClose }: NewWebhookProps) {
  const navigate = useNavigate();
  const [channel, setChannel] = useState<Channel>('slack');
  const [problem, setProblem] = useState<string | null>(null);
  const test = async (id: number, name: string): Promise<void> => {
    await client.webhooks.sendTest.mutate({ id });
    // The log shows whether it arrived.
    await navigate({ to: '/settings/$section', params: { section: 'webhooks' }, search: { webhook: id } });
    toast(copy.testSentTo(name));
  };
  const create = useMutation({
    mutationFn: (url: string) => client.webhooks.create.mutate({ url }),
    onSuccess: ({ id, secret }) => {
      if (channel === 'other') return onCreated(secret);
      onClose();
      test(id, copy.channels[channel]).catch(toastError);
    },
    meta: { invalidates: [api.webhooks.pathFilter()] },
  });
  const choose = (next: Channel): void => {
    setChannel(next);
    setProblem(null);
  };
  const submit = (url: string): void => {
    const isWrong = channel !== 'other' && channelOf(url) !== channel;
    setProblem(isWrong ? copy.wrongAddress(copy.channels[channel]) : null);
    if (!isWrong) create.mutate(url);
  };
  return (
    <FormDialog
      title={copy.addWebhook}
      action={channel === 'other' ? copy.addWebhook : copy.addAndTest}
      save={create}
      onSubmit={(field) => submit(field('url').trim())}
      onClose={onClose}
    >
      <Segmented
        label={copy.channel}
        value={channel}
        options={channels.map((value) => ({ value, label: copy.channels[value] }))}
        onChange={choose}
      />
      <TextField
        key={channel}
        label={copy.urls[channel]}
        name="url"
        type="url"
        required
        placeholder={copy.placeholders[channel]}
        hint={copy.hints[channel]}
        error={problem}
      />
    </FormDialog>
  );
}

const channels: readonly Channel[] = ['slack', 'teams', 'other'];
