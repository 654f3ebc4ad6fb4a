import { useState } from 'react';
import { client, queryClient } from '../../../api/client.ts';
import { Button } from '../../../parts/Button.tsx';
import { Confirm } from '../../../parts/Confirm.tsx';
import { tell } from '../../../parts/toast.tsx';
import { counted } from '../../../words/format.ts';

async function remove(): Promise<void> {
  const { removed } = await client.system.removeDemo.mutate();
  await queryClient.invalidateQueries();
  tell(`Removed ${counted(removed, 'demo ad')}.`);
}

export function RemoveDemo() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="bad" onClick={() => setIsOpen(true)}>
        Remove demo ads
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Remove all demo ads?"
        action="Remove them"
        onConfirm={remove}
      >
        Brands that have only demo ads go too. All other ads, your boards and saved ads stay.
      </Confirm>
    </>
  );
}
