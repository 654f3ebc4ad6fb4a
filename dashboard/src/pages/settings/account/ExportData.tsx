import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { client } from '../../../api/client.ts';
import { Button } from '../../../parts/Button.tsx';
import { Section } from '../../../parts/Page.tsx';
import { ErrorLine } from '../../../parts/states.tsx';

export function ExportData() {
  const take = useMutation({
    mutationFn: () => client.account.export.mutate(),
    // The browser saves the file and stays on the page.
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <Section title="Your data">
      <p className="text-quiet">
        One archive with your boards, saved ads, notes and kept pictures, products and images, follows, rules,
        webhooks and notifications, your profile and what the audit log tells of you. Another Magpie can
        import it. No passwords and keys are in it, and nothing that belongs to a team.
      </p>
      {take.isError && <ErrorLine error={take.error} />}
      <Button busy={take.isPending} onClick={() => take.mutate()} className="self-start">
        <Download size={16} aria-hidden />
        Export my data
      </Button>
    </Section>
  );
}
