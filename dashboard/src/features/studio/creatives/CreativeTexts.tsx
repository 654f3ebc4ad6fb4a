import { useMutation } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import type { AiImage } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { uiCopy } from '../../../ui/copy.ts';
import { TextField } from '../../../ui/fields.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { studioCopy } from '../copy.ts';
import { editableFields, editInput, type ImageTexts, withText } from './imageTexts.ts';

const copy = studioCopy.creatives;

type TextEdits = ReturnType<typeof useTextEdits>;

/** Changes of texts while a creative is open; each is drawn by the server and can be undone. */
export function useTextEdits(listed: AiImage) {
  const [drawn, setDrawn] = useState<AiImage | null>(null);
  const [former, setFormer] = useState<readonly ImageTexts[]>([]);
  const edit = useMutation(
    api.aiImages.edit.mutationOptions({ meta: { invalidates: [api.aiImages.list.pathFilter()] } }),
  );
  const image = drawn !== null && drawn.edits >= listed.edits ? drawn : listed;
  const { id, texts } = image;
  const change = (to: ImageTexts, history: readonly ImageTexts[]): void => {
    const input = texts === null ? null : editInput(id, texts, to);
    if (input === null) return;
    edit.mutate(input, {
      onSuccess: (result) => {
        setDrawn(result);
        setFormer(history);
      },
    });
  };
  const last = former.at(-1);
  return {
    image,
    isDrawing: edit.isPending,
    error: edit.error,
    apply: (to: ImageTexts) => texts !== null && change(to, [...former, texts]),
    undo: last === undefined ? null : () => change(last, former.slice(0, -1)),
  };
}

interface CreativeTextsProps {
  readonly edits: TextEdits;
}

/** Fields for the texts of a template; an external service draws its own. */
export function CreativeTexts({ edits }: CreativeTextsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { texts, edits: number } = edits.image;
  if (texts === null) return null;
  if (!isOpen)
    return (
      <Button className="self-start" onClick={() => setIsOpen(true)}>
        <Pencil size={16} aria-hidden /> {copy.editText}
      </Button>
    );
  return <TextsForm key={number} texts={texts} edits={edits} />;
}

function TextsForm({ texts, edits }: CreativeTextsProps & { readonly texts: ImageTexts }) {
  const [entered, setEntered] = useState(texts);
  const isUnchanged = editInput(edits.image.id, texts, entered) === null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    edits.apply(entered);
  };
  return (
    <form className="flex flex-col gap-3" aria-label={copy.editText} onSubmit={submit}>
      {editableFields(edits.image.shownTexts).map((field) => (
        <TextField
          key={field.part}
          label={copy.textNames[field.part]}
          defaultValue={texts[field.part] ?? ''}
          maxLength={field.maxLength}
          required={field.isRequired}
          onChange={({ target }) => setEntered((before) => withText(before, field, target.value))}
        />
      ))}
      <ErrorLine error={edits.error} />
      <div className="flex gap-2">
        <Button type="submit" busy={edits.isDrawing} disabled={isUnchanged}>
          {copy.applyText}
        </Button>
        {edits.undo !== null && (
          <Button variant="quiet" disabled={edits.isDrawing} onClick={edits.undo}>
            {uiCopy.undo}
          </Button>
        )}
      </div>
    </form>
  );
}
