import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { toast } from '../../../ui/toast.tsx';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.sources;

export function RemoveDemo() {
  const [isOpen, setIsOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () => client.system.removeDemo.mutate(),
    onSuccess: ({ removed }) => toast(copy.demoAdsRemoved(removed)),
    meta: { invalidates: [{}] },
  });
  return (
    <>
      <Button variant="bad" onClick={() => setIsOpen(true)}>
        {copy.removeDemoAds}
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setIsOpen}
        title={copy.removeDemoTitle}
        action={copy.removeDemoAds}
        onConfirm={() => remove.mutateAsync()}
      >
        {copy.removeDemoText}
      </Confirm>
    </>
  );
}
