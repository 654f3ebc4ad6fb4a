import { platformTable } from '@magpie/contract/platforms';
import { useEffect, useState } from 'preact/hooks';
import type { CapturedAdInput } from '../../sites/types.ts';
import { toCapturedImage } from '../../content/capturedImage.ts';
import { Heading, getErrorText, showPage } from '../../ui/page.tsx';
import { SavePanel } from '../../ui/SavePanel.tsx';
import { type AdSaveState, callBackground } from '../../background/messages.ts';
import type { SaveRequest } from '../../background/queue.ts';

/** Stores the platform of the last picture, as the default for hosts without a known platform. */
const platformKey = 'platform';

/** The picture of the context menu; undefined when it has no public address. */
function foundPicture(): CapturedAdInput | undefined {
  const last = platformTable.platforms.find((platform) => platform === localStorage.getItem(platformKey));
  const picture = toCapturedImage(Object.fromEntries(new URLSearchParams(location.search)), last);
  return picture.media?.length === 0 ? undefined : picture;
}

/** Saves a picture from any page; the user enters the brand and the platform. */
function PicturePage({ picture }: { readonly picture: CapturedAdInput }) {
  const [state, setState] = useState<AdSaveState | null>(null);
  const [isReady, setIsReady] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const load = async (): Promise<void> => {
      const [choices, states] = await Promise.all([
        callBackground('boards', null),
        callBackground('adStates', [picture]),
      ]);
      if (choices === null) {
        await callBackground('openSettings', null);
        window.close();
        return;
      }
      setState(states?.[0] ?? null);
      setIsReady(true);
    };
    load().catch((error) => setProblem(getErrorText(error)));
  }, [picture]);
  const save = async (request: SaveRequest): Promise<void> => {
    try {
      if (request.ad.platform !== undefined) localStorage.setItem(platformKey, request.ad.platform);
      const saved = await callBackground('save', request);
      setState(saved);
      setProblem(saved?.problem ?? null);
      setIsDone(saved !== null && saved.problem === null);
    } catch (error) {
      setProblem(getErrorText(error));
    }
  };
  if (isDone && state !== null) return <Done state={state} />;
  return (
    <>
      {isReady && (
        <SavePanel
          ad={picture}
          missing={{ companyName: true, platform: true }}
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

function Done({ state: { boards, waitsFor } }: { readonly state: AdSaveState }) {
  return (
    <>
      <output>
        {waitsFor === null
          ? `Saved to ${boards?.map(({ name }) => name).join(', ')}.`
          : `Queued. It will be saved to ${waitsFor} when the server is reachable.`}
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
        This picture has no web address, or one that is too long, so Magpie cannot download it.
      </p>
    ) : (
      <PicturePage picture={picture} />
    )}
  </>,
);
