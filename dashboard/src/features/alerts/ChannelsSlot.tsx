import { listLimits } from '@magpie/contract/limits';
import { Link } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { useAccount } from '../../lib/api/account.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextField, Checkbox } from '../../ui/fields.tsx';
import type { Issue } from '../../lib/errors.ts';
import type { Channel } from './draft.ts';
import { PopoverSlot, type SlotsProps } from './Slot.tsx';
import { describeChannels } from './sentence.ts';
import { alertsCopy } from './copy.ts';

const copy = alertsCopy.slots;

const maxChannels = listLimits.ruleChannels;

export function ChannelsSlot({ draft: { channels }, issues, onChange }: SlotsProps) {
  const change = (next: Channel[]): void => onChange({ channels: next });
  const isFull = channels.length >= maxChannels;
  return (
    <PopoverSlot field="channels" label={copy.channels} text={describeChannels(channels)} issues={issues}>
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
            issue={issues.find(({ path }) => `${path}.`.startsWith(`channels.${at}.`))}
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
    </PopoverSlot>
  );
}

interface ChannelRowProps {
  readonly channel: Channel;
  readonly issue: Issue | undefined;
  readonly onChange: (target: string) => void;
  readonly onRemove: () => void;
}

function ChannelRow({ channel: { type, target }, issue, onChange, onRemove }: ChannelRowProps) {
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
      error={issue && (issue.problem === issue.message ? issue.message : copy.channelProblem(issue.problem))}
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
