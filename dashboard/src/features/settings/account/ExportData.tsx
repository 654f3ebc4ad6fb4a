import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { client } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Page.tsx';
import { ErrorLine } from '../../../ui/states.tsx';

export function ExportData() {
  const exportData = useMutation({
    mutationFn: () => client.account.export.mutate(),
    // The browser downloads the file without leaving the page.
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <Section title="Your data">
      <p className="text-quiet">
        Download an archive of your boards, saved ads, notes, media, products, images, followed brands, rules,
        webhooks, notifications, profile and audit log. You can import it into another Magpie. It contains no
        passwords, keys or team data.
      </p>
      {exportData.isError && <ErrorLine error={exportData.error} />}
      <Button busy={exportData.isPending} onClick={() => exportData.mutate()} className="self-start">
        <Download size={16} aria-hidden />
        Export my data
      </Button>
    </Section>
  );
}
