import { textLimits } from '@magpie/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronRight, WandSparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select, TextArea, TextField } from '../../../ui/fields.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { Tip } from '../../../ui/Tip.tsx';
import { humanize } from '../../../lib/labels.ts';
import { costOf, defaultOptions, type CreativeOptions, generateInput } from './options.ts';
import { PictureChoice } from './PictureChoice.tsx';
import { ShapeChoice } from './ShapeChoice.tsx';
import { creativeQueries } from './useCreative.ts';

type Maker = RouterOutputs['aiImages']['listMakers']['makers'][number];

interface CreativeFormProps {
  readonly productId: number;
  readonly ad: string | undefined;
}

/**
 * The settings of a new creative and the generate button. The form has `display: contents`, so that the button sticks
 * to the bottom of the panel.
 */
export function CreativeForm({ productId, ad }: CreativeFormProps) {
  const [order, setOrder] = useState<CreativeOptions>(defaultOptions);
  const change = (part: Partial<CreativeOptions>): void => setOrder((before) => ({ ...before, ...part }));
  const payload = useQuery({
    ...api.ads.getClonePayload.queryOptions({ hash: ad ?? '', productId }),
    enabled: ad !== undefined,
  });
  const { data } = useQuery(api.aiImages.listMakers.queryOptions());
  const makers = data?.makers ?? [];
  // The server's default: the external service if there is one.
  const defaultMaker = makers.find(({ maker }) => maker === 'endpoint') ?? makers[0];
  const maker = makers.find((one) => one.maker === order.maker) ?? defaultMaker;
  const defaultShape = payload.data?.aspectRatios[0] ?? '1:1';
  return (
    <form className="contents" onSubmit={(event) => event.preventDefault()} aria-label="New creative">
      <Part title="Aspect ratio">
        <ShapeChoice value={order.shape ?? defaultShape} onChange={(shape) => change({ shape })} />
      </Part>
      <Part title="Image">
        <PictureChoice
          productId={productId}
          value={order.brandImageId}
          onChange={(brandImageId) => change({ brandImageId })}
        />
      </Part>
      {makers.length > 1 && maker !== undefined && (
        <MakerChoice
          makers={makers}
          value={maker.maker}
          onChange={(selected) => change({ maker: selected })}
        />
      )}
      <More order={order} change={change} suggested={payload.data?.prompt ?? ''} maker={maker} />
      <GenerateButton input={generateInput(order, { productId, ad, defaultShape })} maker={maker} />
    </form>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  );
}

interface MakerChoiceProps {
  readonly makers: readonly Maker[];
  readonly value: Maker['maker'];
  readonly onChange: (maker: Maker['maker']) => void;
}

function MakerChoice({ makers, value, onChange }: MakerChoiceProps) {
  return (
    <Select
      label="Generator"
      value={value}
      onChange={({ target }) => onChange(target.value as Maker['maker'])}
    >
      {makers.map(({ maker, model, costEstimate }) => (
        <option key={maker} value={maker}>
          {maker === 'template' ? 'Template' : model} · {costOf(costEstimate)}
        </option>
      ))}
    </Select>
  );
}

interface MoreProps {
  readonly order: CreativeOptions;
  readonly change: (part: Partial<CreativeOptions>) => void;
  readonly suggested: string;
  readonly maker: Maker | undefined;
}

/** Optional settings. */
function More({ order, change, suggested, maker }: MoreProps) {
  return (
    <details className="group">
      <summary className="flex cursor-pointer list-none items-center gap-1 font-semibold">
        <ChevronRight size={16} aria-hidden className="transition-transform group-open:rotate-90" />
        More options
      </summary>
      <div className="flex flex-col gap-4 pt-4">
        <TextArea
          label="Prompt"
          rows={8}
          maxLength={textLimits.prompt}
          value={order.prompt ?? suggested}
          placeholder='Leave empty to generate it from the product. For example: Headline "Slow mornings", text "Made by hand", button "Shop now".'
          hint="Text in double quotes appears on the image, in this order: headline, text, button."
          onChange={(event) => change({ prompt: event.target.value })}
        />
        {order.prompt !== null && suggested !== '' && order.prompt !== suggested && (
          <Button className="self-start" onClick={() => change({ prompt: null })}>
            Use suggested prompt
          </Button>
        )}
        {maker !== undefined && maker.layouts.length > 0 && (
          <TemplateParts order={order} change={change} layouts={maker.layouts} />
        )}
      </div>
    </details>
  );
}

interface TemplatePartsProps {
  readonly order: CreativeOptions;
  readonly change: (part: Partial<CreativeOptions>) => void;
  readonly layouts: Maker['layouts'];
}

function TemplateParts({ order, change, layouts }: TemplatePartsProps) {
  return (
    <>
      <Select
        label="Layout"
        value={order.layout ?? ''}
        onChange={({ target }) => change({ layout: layouts.find((one) => one === target.value) ?? null })}
      >
        <option value="">Automatic</option>
        {layouts.map((layout) => (
          <option key={layout} value={layout}>
            {humanize(layout)}
          </option>
        ))}
      </Select>
      <TextField
        label="Seed"
        inputMode="numeric"
        value={order.seed}
        placeholder="Random"
        hint="The same seed and settings give the same result."
        onChange={({ target }) => change({ seed: target.value.replaceAll(/\D/g, '').slice(0, 9) })}
      />
    </>
  );
}

interface GenerateButtonProps {
  readonly input: ReturnType<typeof generateInput>;
  readonly maker: Maker | undefined;
}

function GenerateButton({ input, maker }: GenerateButtonProps) {
  const generate = useMutation(
    api.aiImages.generate.mutationOptions({ meta: { invalidates: creativeQueries } }),
  );
  return (
    <div className="-mx-4 -mb-4 flex flex-col gap-2 rounded-b-md border-t bg-card p-4 lg:sticky lg:-bottom-4">
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        busy={generate.isPending}
        onClick={() => generate.mutate(input)}
      >
        <WandSparkles size={16} aria-hidden /> Generate creative
      </Button>
      {maker !== undefined && (
        <p className="text-center text-xs text-quiet">
          <Tip tip={explainMaker(maker)}>{costOf(maker.costEstimate)}</Tip>
        </p>
      )}
      {generate.isError && <ErrorLine error={generate.error} />}
    </div>
  );
}

function explainMaker({ maker, model, costEstimate }: Maker): string {
  if (maker === 'template') return 'Composed on this server from the product’s text, colors and images.';
  const cost =
    costEstimate === null
      ? 'No price is configured.'
      : 'The price is set by your administrator. Failed attempts may cost too.';
  return `Generated by ${model}, an external service. ${cost}`;
}
