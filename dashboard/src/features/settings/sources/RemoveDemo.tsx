import { useState } from 'react';
import { client, queryClient } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { toast } from '../../../ui/toast.tsx';
import { plural } from '../../../lib/format.ts';

async function remove(): Promise<void> {
  const { removed } = await client.system.removeDemo.mutate();
  await queryClient.invalidateQueries();
  toast(`Removed ${plural(removed, 'demo ad')}`);
}

export function RemoveDemo() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="bad" onClick={() => setIsOpen(true)}>
        Remove demo ads
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Remove all demo ads?"
        action="Remove demo ads"
        onConfirm={remove}
      >
        Brands with only demo ads are removed too. All other ads, your boards and saved ads stay.
      </Confirm>
    </>
  );
}
