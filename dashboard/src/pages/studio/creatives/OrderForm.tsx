import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronRight, WandSparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../../api/client.ts';
import type { Answers } from '../../../api/types.ts';
import { Button } from '../../../parts/Button.tsx';
import { Select, TextArea, TextField } from '../../../parts/fields.tsx';
import { ErrorLine } from '../../../parts/states.tsx';
import { Tip } from '../../../parts/Tip.tsx';
import { readable } from '../../../words/labels.ts';
import { costOf, newOrder, type Order, questionOf } from './order.ts';
import { PictureChoice } from './PictureChoice.tsx';
import { ShapeChoice } from './ShapeChoice.tsx';
import { reloadCreatives } from './useCreative.ts';

type Maker = Answers['aiImages']['listMakers']['makers'][number];

interface OrderFormProps {
  readonly productId: number;
  readonly ad: string | undefined;
}

/**
 * How the creative is to be, and the button that has it made. The form is no box of its own, so that the button sticks to
 * the end of the panel that it stands in.
 */
export function OrderForm({ productId, ad }: OrderFormProps) {
  const [order, setOrder] = useState<Order>(newOrder);
  const change = (part: Partial<Order>): void => setOrder((before) => ({ ...before, ...part }));
  const payload = useQuery({
    ...api.ads.getClonePayload.queryOptions({ hash: ad ?? '', productId }),
    enabled: ad !== undefined,
  });
  const { data } = useQuery(api.aiImages.listMakers.queryOptions());
  const makers = data?.makers ?? [];
  // Whoever names none gets the service outside where there is one.
  const usual = makers.find(({ maker }) => maker === 'endpoint') ?? makers[0];
  const maker = makers.find((one) => one.maker === order.maker) ?? usual;
  const usualShape = payload.data?.aspectRatios[0] ?? '1:1';
  return (
    <form className="contents" onSubmit={(event) => event.preventDefault()} aria-label="A new creative">
      <Part title="Shape">
        <ShapeChoice value={order.shape ?? usualShape} onChange={(shape) => change({ shape })} />
      </Part>
      <Part title="Picture">
        <PictureChoice
          productId={productId}
          value={order.brandImageId}
          onChange={(brandImageId) => change({ brandImageId })}
        />
      </Part>
      {makers.length > 1 && maker !== undefined && (
        <MakerChoice makers={makers} value={maker.maker} onChange={(chosen) => change({ maker: chosen })} />
      )}
      <More order={order} change={change} suggested={payload.data?.prompt ?? ''} maker={maker} />
      <MakeButton question={questionOf(order, { productId, ad, usualShape })} maker={maker} />
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
    <Select label="Made by" value={value} onChange={({ target }) => onChange(target.value as Maker['maker'])}>
      {makers.map(({ maker, model, costEstimate }) => (
        <option key={maker} value={maker}>
          {maker === 'template' ? 'Template' : model} · {costOf(costEstimate)}
        </option>
      ))}
    </Select>
  );
}

interface MoreProps {
  readonly order: Order;
  readonly change: (part: Partial<Order>) => void;
  readonly suggested: string;
  readonly maker: Maker | undefined;
}

/** What most people leave to the service. */
function More({ order, change, suggested, maker }: MoreProps) {
  return (
    <details className="group">
      <summary className="flex cursor-pointer list-none items-center gap-1 font-semibold">
        <ChevronRight size={16} aria-hidden className="transition-transform group-open:rotate-90" />
        Words, layout and more
      </summary>
      <div className="flex flex-col gap-4 pt-4">
        <TextArea
          label="Prompt"
          rows={8}
          maxLength={4000}
          value={order.prompt ?? suggested}
          placeholder='Left empty, it is written from the product. For example: Headline "Slow mornings", text "Made by hand", button "Shop now".'
          hint="What stands in double quotes is written on the picture, in this order: headline, text, button."
          onChange={(event) => change({ prompt: event.target.value })}
        />
        {order.prompt !== null && suggested !== '' && order.prompt !== suggested && (
          <Button className="self-start" onClick={() => change({ prompt: null })}>
            Use the suggested prompt
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
  readonly order: Order;
  readonly change: (part: Partial<Order>) => void;
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
        <option value="">Chosen for you</option>
        {layouts.map((layout) => (
          <option key={layout} value={layout}>
            {readable(layout)}
          </option>
        ))}
      </Select>
      <TextField
        label="Seed"
        inputMode="numeric"
        value={order.seed}
        placeholder="Any"
        hint="With the same seed and the same settings it comes out the same."
        onChange={({ target }) => change({ seed: target.value.replaceAll(/\D/g, '').slice(0, 9) })}
      />
    </>
  );
}

interface MakeButtonProps {
  readonly question: ReturnType<typeof questionOf>;
  readonly maker: Maker | undefined;
}

function MakeButton({ question, maker }: MakeButtonProps) {
  const generate = useMutation(api.aiImages.generate.mutationOptions({ onSuccess: reloadCreatives }));
  return (
    <div className="-mx-4 -mb-4 flex flex-col gap-2 rounded-b-md border-t bg-card p-4 lg:sticky lg:-bottom-4">
      <Button
        type="submit"
        look="primary"
        className="w-full"
        busy={generate.isPending}
        onClick={() => generate.mutate(question)}
      >
        <WandSparkles size={16} aria-hidden /> Make a creative
      </Button>
      {maker !== undefined && (
        <p className="text-center text-xs text-quiet">
          <Tip tip={howMade(maker)}>{costOf(maker.costEstimate)}</Tip>
        </p>
      )}
      {generate.isError && <ErrorLine error={generate.error} />}
    </div>
  );
}

function howMade({ maker, model, costEstimate }: Maker): string {
  if (maker === 'template') return 'Composed on this server from the product’s words, colours and pictures.';
  const cost =
    costEstimate === null
      ? 'whoever set it up has not said what an image costs'
      : 'as whoever set it up has said; a try that fails may cost as well';
  return `Made by ${model}, a service outside; ${cost}.`;
}
