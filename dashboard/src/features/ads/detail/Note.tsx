import { textLimits } from '@magpie/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { savedAdQueries } from '../../../lib/api/boards.ts';
import { api } from '../../../lib/api/client.ts';
import { errorMessage } from '../../../lib/errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/fields.tsx';
import { toast } from '../../../ui/toast.tsx';

interface NoteProps {
  readonly hash: string;
  readonly note: string | null;
}

export function Note({ hash, note }: NoteProps) {
  const [text, setText] = useState(note ?? '');
  const setNote = useMutation(
    api.ads.setNote.mutationOptions({
      onSuccess: (saved) => toast(saved.note === null ? 'Note removed' : 'Note saved'),
      meta: { invalidates: savedAdQueries },
    }),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setNote.mutate({ hash, note: text.trim() === '' ? null : text });
  };
  return (
    <form onSubmit={submit} className="flex flex-col items-end gap-2">
      <TextArea
        label="Note"
        value={text}
        maxLength={textLimits.note}
        placeholder="Why did you save this ad?"
        error={setNote.isError ? errorMessage(setNote.error) : null}
        onChange={({ target }) => setText(target.value)}
        className="w-full"
      />
      <Button type="submit" busy={setNote.isPending} disabled={text === (note ?? '')}>
        Save note
      </Button>
    </form>
  );
}
