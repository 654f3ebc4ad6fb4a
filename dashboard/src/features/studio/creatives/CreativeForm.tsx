import { textLimits } from '@magpie/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Sparkles, WandSparkles } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import type { CloneProduct } from '../../../lib/api/types.ts';
import { formatNumber } from '../../../lib/format.ts';
import { humanize } from '../../../lib/labels.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select, TextAreaField, TextField } from '../../../ui/fields.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { Tip } from '../../../ui/Tip.tsx';
import { imageUrl } from '../../ads/mediaUrls.ts';
import {
  type AspectRatio,
  type CreativeOptions,
  defaultOptions,
  formatCost,
  generateInput,
  getRatio,
  type Maker,
  useGenerateAll,
  type VariantCount,
  variantCounts,
  variantInputs,
} from './creative.ts';
import { useStudioSearch } from '../search.ts';
import { studioCopy } from '../copy.ts';

const copy = studioCopy.creatives;

interface CreativeFormProps {
  readonly product: CloneProduct;
  readonly ad: string | undefined;
}

/**
 * The settings of a new creative and the generate button. The form has `display: contents`, so that the button sticks
 * to the bottom of the panel.
 */
export function CreativeForm({ product, ad }: CreativeFormProps) {
  const { id: productId } = product;
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
  const defaultRatio = payload.data?.aspectRatios[0] ?? '1:1';
  return (
    <form className="contents" onSubmit={(event) => event.preventDefault()} aria-label={copy.newCreative}>
      <Part title={copy.aspectRatio}>
        <RatioChoice
          value={order.aspectRatio ?? defaultRatio}
          onChange={(aspectRatio) => change({ aspectRatio })}
        />
      </Part>
      <Part title={copy.image}>
        <ImageChoice
          product={product}
          value={order.brandImageId}
          onChange={(brandImageId) => change({ brandImageId })}
        />
      </Part>
      {makers.length > 1 && maker !== undefined && (
        <Select
          label={copy.generator}
          value={maker.maker}
          onChange={({ target }) => change({ maker: target.value as Maker['maker'] })}
          options={makers.map(({ maker: name, model, costEstimate }) => [
            name,
            `${name === 'template' ? copy.template : model} · ${formatCost(costEstimate)}`,
          ])}
        />
      )}
      <More order={order} change={change} suggested={payload.data?.prompt ?? ''} maker={maker} />
      <GenerateButton input={generateInput(order, { productId, ad, defaultRatio })} maker={maker} />
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

const ratioNames = Object.entries(copy.aspectRatioNames) as [AspectRatio, string][];

interface RatioChoiceProps {
  readonly value: AspectRatio;
  readonly onChange: (aspectRatio: AspectRatio) => void;
}

function RatioChoice({ value, onChange }: RatioChoiceProps) {
  return (
    <RadioGroup.Root
      aria-label={copy.aspectRatio}
      value={value}
      onValueChange={(selected) => onChange(selected as AspectRatio)}
      className="grid grid-cols-4 gap-2"
    >
      {ratioNames.map(([aspectRatio, name]) => (
        <RadioGroup.Item
          key={aspectRatio}
          value={aspectRatio}
          className="group flex flex-col items-center gap-1 rounded-md border bg-card px-1 py-2 hover:bg-sunk data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
        >
          <span className="flex h-10 items-center" aria-hidden>
            <span
              className="rounded-sm border-2 border-line-strong group-data-[state=checked]:border-accent"
              style={getOutline(aspectRatio)}
            />
          </span>
          <span className="text-xs">{name}</span>
          <span className="text-xs text-quiet">{aspectRatio}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

/** All four cover the same area, so that none stands out. */
function getOutline(aspectRatio: AspectRatio) {
  const ratio = getRatio(aspectRatio);
  return { width: `${28 * Math.sqrt(ratio)}px`, height: `${28 / Math.sqrt(ratio)}px` };
}

interface ImageChoiceProps {
  readonly product: CloneProduct;
  readonly value: number | null;
  readonly onChange: (brandImageId: number | null) => void;
}

/** The brand image to use; automatic means the product's newest one. */
function ImageChoice({ product, value, onChange }: ImageChoiceProps) {
  const [, open] = useStudioSearch();
  const { id: productId } = product;
  const ofProduct = useQuery(api.brandImages.list.queryOptions({ productId, limit: 24 })).data?.images ?? [];
  const all = useQuery(api.brandImages.list.queryOptions({ limit: 48 })).data?.images ?? [];
  const found = [...ofProduct, ...all.filter((image) => image.productId === null)];
  if (found.length === 0)
    return product.images.length > 0 ? (
      <p className="text-xs text-quiet">{copy.ownImage}</p>
    ) : (
      <div className="flex items-center justify-between gap-3">
        <p className="text-xs text-quiet">{copy.noImage}</p>
        <Button onClick={() => open({ tab: 'products', product: productId })}>{copy.addImage}</Button>
      </div>
    );
  const choices = [
    { id: null, name: copy.automatic, src: null },
    ...found.map(({ id, name, url, thumbnailUrl }) => ({
      id,
      name,
      src: imageUrl(thumbnailUrl ?? url, 160),
    })),
  ];
  return (
    <RadioGroup.Root
      aria-label={copy.image}
      value={String(value)}
      onValueChange={(selected) => onChange(selected === 'null' ? null : Number(selected))}
      className="flex gap-2 overflow-x-auto p-1"
    >
      {choices.map(({ id, name, src }) => (
        <RadioGroup.Item
          key={id}
          value={String(id)}
          aria-label={name}
          title={name}
          className="flex size-14 shrink-0 items-center justify-center overflow-hidden rounded-md border bg-sunk data-[state=checked]:outline-2 data-[state=checked]:outline-accent"
        >
          {src === null ? (
            <Sparkles size={16} aria-hidden className="text-quiet" />
          ) : (
            <img src={src} alt="" className="size-full object-contain" />
          )}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

interface MoreProps {
  readonly order: CreativeOptions;
  readonly change: (part: Partial<CreativeOptions>) => void;
  readonly suggested: string;
  readonly maker: Maker | undefined;
}

function More({ order, change, suggested, maker }: MoreProps) {
  const layouts = maker?.layouts ?? [];
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
        {layouts.length > 0 && (
          <>
            <Select
              label={copy.layout}
              value={order.layout ?? ''}
              onChange={({ target }) =>
                change({ layout: layouts.find((one) => one === target.value) ?? null })
              }
              options={layouts.map((layout) => [layout, humanize(layout)])}
            >
              <option value="">{copy.automatic}</option>
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
        )}
      </div>
    </details>
  );
}

interface GenerateButtonProps {
  readonly input: ReturnType<typeof generateInput>;
  readonly maker: Maker | undefined;
}

function GenerateButton({ input, maker }: GenerateButtonProps) {
  const generate = useGenerateAll();
  const [chosen, choose] = useState<VariantCount | null>(null);
  const isTemplate = maker === undefined || maker.maker === 'template';
  // Four by a service would cost four times as much.
  const count = chosen ?? (isTemplate ? 4 : 1);
  return (
    <div className="-mx-4 -mb-4 flex flex-col gap-2 rounded-b-md border-t bg-card p-4 lg:sticky lg:-bottom-4">
      <div className="flex items-center justify-between gap-2">
        <span aria-hidden className="font-semibold">
          {copy.variants}
        </span>
        <Segmented
          label={copy.variants}
          value={String(count)}
          options={variantCounts.map((number) => ({ value: String(number), label: formatNumber(number) }))}
          onChange={(value) => choose(value === '4' ? 4 : 1)}
        />
      </div>
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        busy={generate.isPending}
        onClick={() => generate.mutate(variantInputs(input, count, isTemplate))}
      >
        <WandSparkles size={16} aria-hidden /> {copy.generate(count)}
      </Button>
      {maker !== undefined && (
        <p className="text-center text-xs text-quiet">
          <Tip tip={explainMaker(maker)}>
            {formatCost(maker.costEstimate === null ? null : maker.costEstimate * count)}
          </Tip>
        </p>
      )}
      <ErrorLine error={generate.error} />
    </div>
  );
}

function explainMaker({ maker, model, costEstimate }: Maker): string {
  if (maker === 'template') return copy.templateHint;
  const cost = costEstimate === null ? copy.noPrice : copy.priceHint;
  return copy.serviceHint(model, cost);
}
