import { Link } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { useAccount } from '../../api/account.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { TextField, Tick } from '../../parts/fields.tsx';
import { Popover } from '../../parts/Popover.tsx';
import type { Channel } from './draft.ts';
import { Hole } from './Hole.tsx';
import { sayChannels } from './sentence.ts';
import type { HolesProps } from './Sentence.tsx';

const mostChannels = 10;

/** The inbox, addresses of people, addresses of programs. */
export function ChannelsHole({ draft: { channels }, issues, onChange }: HolesProps) {
  const change = (next: Channel[]): void => onChange({ channels: next });
  const isFull = channels.length >= mostChannels;
  return (
    <Popover
      label="Where to tell"
      className="w-96"
      trigger={
        <Hole
          label="Where to tell"
          says={sayChannels(channels)}
          isWrong={issues.some(({ path }) => path.startsWith('channels'))}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <Tick
          checked={channels.some(({ type }) => type === 'inbox')}
          onChange={({ target }) => {
            const others = channels.filter(({ type }) => type !== 'inbox');
            change(target.checked ? [{ type: 'inbox', target: null }, ...others] : others);
          }}
        >
          Inbox
        </Tick>
        {channels.map((channel, at) =>
          channel.type === 'inbox' ? null : (
            <ChannelRow
              // Only its place tells it from another: the address is what is typed.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              channel={channel}
              error={issues.find(({ path }) => path.startsWith(`channels.${at}`))?.message}
              onChange={(target) =>
                change(channels.map((one, place) => (place === at ? { ...one, target } : one)))
              }
              onRemove={() => change(channels.filter((_, place) => place !== at))}
            />
          ),
        )}
        <div className="flex flex-wrap gap-2">
          <Button disabled={isFull} onClick={() => change([...channels, { type: 'email', target: null }])}>
            <Plus size={16} aria-hidden /> E-mail
          </Button>
          <Button disabled={isFull} onClick={() => change([...channels, { type: 'webhook', target: '' }])}>
            <Plus size={16} aria-hidden /> Webhook
          </Button>
        </div>
      </div>
    </Popover>
  );
}

interface ChannelRowProps {
  readonly channel: Channel;
  readonly error: string | undefined;
  readonly onChange: (target: string) => void;
  readonly onRemove: () => void;
}

function ChannelRow({ channel: { type, target }, error, onChange, onRemove }: ChannelRowProps) {
  const { email } = useAccount();
  const isMail = type === 'email';
  return (
    <TextField
      label={isMail ? 'E-mail' : 'Webhook'}
      type={isMail ? 'email' : 'url'}
      placeholder={isMail ? email : 'https://example.com/magpie'}
      hint={isMail ? 'Yours unless you name somebody of a team of yours.' : <WebhookHint />}
      error={error?.replace(/^channels\.\d+(?:\.target)? /, 'It ')}
      value={target ?? ''}
      onChange={(event) => onChange(event.target.value)}
      end={
        <IconButton label={isMail ? 'Remove this e-mail' : 'Remove this webhook'} onClick={onRemove}>
          <X size={16} aria-hidden />
        </IconButton>
      }
    />
  );
}

function WebhookHint() {
  return (
    <>
      Sent there by POST. Its secret and log are in{' '}
      <Link
        to="/settings/$section"
        params={{ section: 'webhooks' }}
        target="_blank"
        className="text-accent underline"
      >
        Settings
      </Link>
      .
    </>
  );
}
