import { listLimits } from '@magpie/contract/limits';
import { Link } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { useAccount } from '../../lib/api/account.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextField, Checkbox } from '../../ui/fields.tsx';
import { Popover } from '../../ui/Popover.tsx';
import type { Channel } from './draft.ts';
import { Slot, type SlotsProps } from './Slot.tsx';
import { describeChannels } from './sentence.ts';
import { alertsCopy } from './copy.ts';

const copy = alertsCopy.slots;

const maxChannels = listLimits.ruleChannels;

export function ChannelsSlot({ draft: { channels }, issues, onChange }: SlotsProps) {
  const change = (next: Channel[]): void => onChange({ channels: next });
  const isFull = channels.length >= maxChannels;
  return (
    <Popover
      label={copy.channels}
      className="w-96"
      trigger={
        <Slot
          label={copy.channels}
          text={describeChannels(channels)}
          isInvalid={issues.some(({ path }) => path.startsWith('channels'))}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <Checkbox
          checked={channels.some(({ type }) => type === 'inbox')}
          onChange={({ target }) => {
            const others = channels.filter(({ type }) => type !== 'inbox');
            change(target.checked ? [{ type: 'inbox', target: null }, ...others] : others);
          }}
        >
          {copy.inbox}
        </Checkbox>
        {channels.map((channel, at) =>
          channel.type === 'inbox' ? null : (
            <ChannelRow
              // Rows have no identity besides their index, since the address is being edited.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              channel={channel}
              error={issues.find(({ path }) => path.startsWith(`channels.${at}`))?.message}
              onChange={(target) =>
                change(channels.map((one, index) => (index === at ? { ...one, target } : one)))
              }
              onRemove={() => change(channels.filter((_, index) => index !== at))}
            />
          ),
        )}
        <div className="flex flex-wrap gap-2">
          <Button disabled={isFull} onClick={() => change([...channels, { type: 'email', target: null }])}>
            <Plus size={16} aria-hidden /> {copy.email}
          </Button>
          <Button disabled={isFull} onClick={() => change([...channels, { type: 'webhook', target: '' }])}>
            <Plus size={16} aria-hidden /> {copy.webhook}
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
      label={isMail ? copy.email : copy.webhook}
      type={isMail ? 'email' : 'url'}
      placeholder={isMail ? email : copy.webhookPlaceholder}
      hint={
        isMail
          ? copy.emailHint
          : copy.webhookHint(
              <Link
                key="settings"
                to="/settings/$section"
                params={{ section: 'webhooks' }}
                target="_blank"
                className="text-accent underline"
              >
                {copy.settings}
              </Link>,
            )
      }
      error={error?.replace(/^channels\.\d+(?:\.target)? (.*)/s, (_, problem: string) =>
        copy.channelProblem(problem),
      )}
      value={target ?? ''}
      onChange={(event) => onChange(event.target.value)}
      end={
        <IconButton label={isMail ? copy.removeEmail : copy.removeWebhook} onClick={onRemove}>
          <X size={16} aria-hidden />
        </IconButton>
      }
    />
  );
}
