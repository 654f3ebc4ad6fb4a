import { textLimits } from '@magpie/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronRight, WandSparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select, TextAreaField, TextField } from '../../../ui/fields.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { Tip } from '../../../ui/Tip.tsx';
import { humanize } from '../../../lib/labels.ts';
import { formatCost, defaultOptions, type CreativeOptions, generateInput } from './options.ts';
import { PictureChoice, ShapeChoice } from './choices.tsx';
import { creativeQueries } from './useCreative.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.creatives;

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
    <form className="contents" onSubmit={(event) => event.preventDefault()} aria-label={copy.newCreative}>
      <Part title={copy.aspectRatio}>
        <ShapeChoice value={order.shape ?? defaultShape} onChange={(shape) => change({ shape })} />
      </Part>
      <Part title={copy.image}>
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
      label={copy.generator}
      value={value}
      onChange={({ target }) => onChange(target.value as Maker['maker'])}
    >
      {makers.map(({ maker, model, costEstimate }) => (
        <option key={maker} value={maker}>
          {maker === 'template' ? copy.template : model} · {formatCost(costEstimate)}
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

function More({ order, change, suggested, maker }: MoreProps) {
  return (
    <details className="group">
      <summary className="flex cursor-pointer list-none items-center gap-1 font-semibold">
        <ChevronRight size={16} aria-hidden className="transition-transform group-open:rotate-90" />
        {copy.moreOptions}
      </summary>
      <div className="flex flex-col gap-4 pt-4">
        <TextAreaField
          label={copy.prompt}
          rows={8}
          maxLength={textLimits.prompt}
          value={order.prompt ?? suggested}
          placeholder={copy.promptPlaceholder}
          hint={copy.promptHint}
          onChange={(event) => change({ prompt: event.target.value })}
        />
        {order.prompt !== null && suggested !== '' && order.prompt !== suggested && (
          <Button className="self-start" onClick={() => change({ prompt: null })}>
            {copy.applyPrompt}
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
        label={copy.layout}
        value={order.layout ?? ''}
        onChange={({ target }) => change({ layout: layouts.find((one) => one === target.value) ?? null })}
      >
        <option value="">{copy.automatic}</option>
        {layouts.map((layout) => (
          <option key={layout} value={layout}>
            {humanize(layout)}
          </option>
        ))}
      </Select>
      <TextField
        label={copy.seed}
        inputMode="numeric"
        value={order.seed}
        placeholder={copy.random}
        hint={copy.seedHint}
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
        <WandSparkles size={16} aria-hidden /> {copy.generate}
      </Button>
      {maker !== undefined && (
        <p className="text-center text-xs text-quiet">
          <Tip tip={explainMaker(maker)}>{formatCost(maker.costEstimate)}</Tip>
        </p>
      )}
      {generate.isError && <ErrorLine error={generate.error} />}
    </div>
  );
}

function explainMaker({ maker, model, costEstimate }: Maker): string {
  if (maker === 'template') return copy.templateHint;
  const cost = costEstimate === null ? copy.noPrice : copy.priceHint;
  return copy.serviceHint(model, cost);
}
