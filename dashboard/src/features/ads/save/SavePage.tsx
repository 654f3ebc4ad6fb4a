import { textLimits } from '@magpie/contract/limits';
import { type Platform, platformLabels, platformTable } from '@magpie/contract/platforms';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { savedAdQueries } from '../../../lib/api/boards.ts';
import { client } from '../../../lib/api/client.ts';
import { buttonClasses } from '../../../ui/Button.tsx';
import { Select, TextAreaField, TextField } from '../../../ui/fields.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Bookmark } from 'lucide-react';
import { adsCopy } from '../copy.ts';
import { savePageCopy as copy } from './copy.ts';
import { imageUrl } from '../mediaUrls.ts';
import { createBoard, useSave } from '../saving.tsx';
import type { SaveSearch } from './search.ts';

const route = getRouteApi('/shell/save');

/** Opened by the bookmarklet: saves a page or its picture as an ad. */
export function SavePage() {
  const search = route.useSearch();
  const { url } = search;
  return (
    <Page title={copy.title} narrow>
      {url === undefined ? (
        <Empty
          icon={<Bookmark size={24} aria-hidden />}
          action={
            <Link
              to="/settings/$section"
              params={{ section: 'browser' }}
              className={buttonClasses('primary')}
            >
              {copy.setUp}
            </Link>
          }
        >
          {copy.noPage}
        </Empty>
      ) : (
        <SaveForm key={url} {...search} url={url} />
      )}
    </Page>
  );
}

type SavedPage = SaveSearch & { readonly url: string };

function useSavePage({ url, image }: SavedPage) {
  const found = platformTable.findLibraryAd(url);
  return useMutation({
    mutationFn: async (field: (name: string) => string) => {
      const boardId =
        field('boardId') === '' ? (await createBoard(adsCopy.save.firstBoard)).id : field('boardId');
      const headline = field('headline').trim();
      const note = field('note').trim();
      return client.ads.addToBoard.mutate({
        boardId: Number(boardId),
        ad: {
          platform: field('platform') as Platform,
          sourceUrl: url,
          companyName: field('companyName'),
          ...(found !== null && { externalId: found.externalId }),
          ...(headline !== '' && { headline }),
          ...(image !== undefined && { media: [{ type: 'image' as const, url: image }] }),
        },
        ...(note !== '' && { note }),
      });
    },
    meta: { invalidates: savedAdQueries },
  });
}

function SaveForm(page: SavedPage) {
  const { url, title, image, site } = page;
  const { boards, last } = useSave();
  const platform =
    platformTable.findLibraryAd(url)?.platform ?? platformTable.findByHost(new URL(url).hostname);
  const save = useSavePage(page);
  if (save.isSuccess)
    return (
      <div className="flex flex-col items-start gap-3">
        <output>{copy.saved}</output>
        <Link to="/ads/$hash" params={{ hash: save.data.hash }} className={buttonClasses('primary')}>
          {copy.openAd}
        </Link>
      </div>
    );
  return (
    <div className="flex max-w-[720px] flex-col gap-4">
      <p className="break-all text-quiet">{url}</p>
      {image !== undefined && (
        <img
          src={imageUrl(image, 640)}
          alt={copy.picture}
          className="max-h-72 self-start rounded-md border object-contain"
        />
      )}
      <Form action={copy.save} save={save} onSubmit={(field) => save.mutate(field)}>
        <TextField
          label={copy.brand}
          name="companyName"
          defaultValue={site}
          required
          maxLength={textLimits.companyName}
        />
        <Select
          label={copy.platform}
          name="platform"
          required
          defaultValue={platform ?? ''}
          options={Object.entries(platformLabels)}
        >
          <option value="" disabled>
            {copy.choosePlatform}
          </option>
        </Select>
        <TextField label={copy.headline} name="headline" defaultValue={title} maxLength={textLimits.search} />
        {boards !== undefined && boards.length > 0 && (
          <Select
            label={copy.board}
            name="boardId"
            defaultValue={last?.id}
            options={boards.map(({ id, path }) => [id, path])}
          />
        )}
        <TextAreaField label={adsCopy.library.note} name="note" maxLength={textLimits.note} />
      </Form>
    </div>
  );
}
