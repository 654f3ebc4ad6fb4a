import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { toast } from '../../../ui/toast.tsx';
import { plural } from '../../../lib/format.ts';

export function RemoveDemo() {
  const [isOpen, setIsOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () => client.system.removeDemo.mutate(),
    onSuccess: ({ removed }) => toast(`Removed ${plural(removed, 'demo ad')}`),
    meta: { invalidates: [{}] },
  });
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
        onConfirm={() => remove.mutateAsync()}
      >
        Brands with only demo ads are removed too. All other ads, your boards and saved ads stay.
      </Confirm>
    </>
  );
}
