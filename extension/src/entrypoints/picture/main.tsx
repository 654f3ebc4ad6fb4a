import { useEffect, useState } from 'preact/hooks';
import { type CapturedAdInput, capturedPicture } from '../../capture/index.ts';
import { Heading, sentenceOf, showPage } from '../../picker/page.tsx';
import { platforms, SavePanel } from '../../picker/SavePanel.tsx';
import { type AdState, ask } from '../../saving/messages.ts';
import type { SaveRequest } from '../../saving/queue.ts';

const told = new URLSearchParams(location.search);
/** On which platform the last picture was, for pages whose host does not tell. */
const platformStored = 'platform';

/** The picture that the menu was opened on; undefined when it has no address that others could open. */
function foundPicture(): CapturedAdInput | undefined {
  const last = platforms.find(([platform]) => platform === localStorage.getItem(platformStored))?.[0];
  const found = {
    pictureUrl: told.get('pictureUrl') ?? '',
    pageUrl: told.get('pageUrl') ?? '',
    pageTitle: told.get('pageTitle') ?? '',
    siteName: told.get('siteName') ?? '',
  };
  const picture = capturedPicture(found, last);
  return picture.media?.length === 0 ? undefined : picture;
}

/** Saves a picture from any page, with what no page tells: whose ad it is, and on which platform. */
function PicturePage({ picture }: { readonly picture: CapturedAdInput }) {
  const [state, setState] = useState<AdState | null>(null);
  const [isReady, setIsReady] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const look = async (): Promise<void> => {
      const [choices, states] = await Promise.all([ask('boards', null), ask('look', [picture])]);
      if (choices === null) {
        await ask('openSettings', null);
        window.close();
        return;
      }
      setState(states?.[0] ?? null);
      setIsReady(true);
    };
    look().catch((error) => setProblem(sentenceOf(error)));
  }, [picture]);
  const save = async (request: SaveRequest): Promise<void> => {
    try {
      localStorage.setItem(platformStored, request.ad.platform);
      const saved = await ask('save', request);
      setState(saved);
      setProblem(saved?.problem ?? null);
      setIsDone(saved !== null && saved.problem === null);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  if (isDone && state !== null) return <Done state={state} />;
  return (
    <>
      {isReady && (
        <SavePanel
          ad={picture}
          asksFor={{ companyName: true, platform: true }}
          held={new Set(state?.boards?.map(({ id }) => id))}
          note={state?.note ?? null}
          onSave={(request) => void save(request)}
        />
      )}
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function Done({ state: { boards, waitsFor } }: { readonly state: AdState }) {
  return (
    <>
      <output>
        {waitsFor === null
          ? `Saved to ${boards?.map(({ name }) => name).join(', ')}.`
          : `Queued: it goes to ${waitsFor} once the server can be reached.`}
      </output>
      <div class="row">
        <button type="button" class="primary" onClick={() => window.close()}>
          Close
        </button>
      </div>
    </>
  );
}

const picture = foundPicture();
showPage(
  <>
    <Heading title="Save picture" />
    {picture === undefined ? (
      <p class="problem">
        This picture has no address of its own, or one too long, so your Magpie could not fetch it.
      </p>
    ) : (
      <PicturePage picture={picture} />
    )}
  </>,
);
