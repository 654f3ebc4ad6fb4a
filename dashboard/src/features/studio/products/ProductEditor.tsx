import { textLimits } from '@magpie/contract/limits';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTeams } from '../../../lib/api/teams.ts';
import type { CloneProduct } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/Page.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { FontField } from './FontField.tsx';
import { ColorField, ImagesField, LogoField, SellingPoints } from './ListFields.tsx';
import { ImageFiles } from './ImageFiles.tsx';
import { CurrencyField, LongText, TextLine } from './ProductFields.tsx';
import { type ProductForm, useProductForm } from './productForm.ts';
import { WebsiteImport } from './WebsiteImport.tsx';
import { studioCopy } from '../copy.ts';
import { uiCopy } from '../../../ui/copy.ts';

const copy = studioCopy.products;

interface ProductEditorProps {
  readonly product: CloneProduct | null;
  readonly onDone: () => void;
}

export function ProductEditor({ product, onDone }: ProductEditorProps) {
  const form = useProductForm(product, onDone);
  const element = useRef<HTMLFormElement>(null);
  const { fieldErrors } = form;
  useEffect(() => {
    if (Object.keys(fieldErrors).length > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [fieldErrors]);
  return (
    <div className="mx-auto flex w-full max-w-[720px] flex-col gap-4">
      <div className="flex items-center gap-2">
        <Button variant="quiet" onClick={onDone} className="-ml-3">
          <ArrowLeft size={16} aria-hidden /> {copy.allProducts}
        </Button>
      </div>
      <WebsiteImport form={form} isNew={product === null} />
      <form
        ref={element}
        noValidate
        aria-label={product === null ? copy.newProduct : product.name}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        <Basics form={form} isNew={product === null} />
        <Appearance form={form} />
        <Voice form={form} />
        <ErrorLine error={form.error} />
        {Object.keys(form.fieldErrors).length > 0 && (
          <p role="alert" className="text-bad">
            {copy.invalid}
          </p>
        )}
        <div className="sticky bottom-16 z-10 flex justify-end gap-2 border-t bg-page py-3 sm:bottom-0">
          <Button onClick={onDone}>{uiCopy.cancel}</Button>
          <Button type="submit" variant="primary" busy={form.isSaving}>
            {form.isSaving ? copy.saving : copy.saveProduct}
          </Button>
        </div>
      </form>
    </div>
  );
}

function Basics({ form, isNew }: { readonly form: ProductForm; readonly isNew: boolean }) {
  const { editable } = useTeams();
  return (
    <Section title={isNew ? copy.newProduct : copy.product}>
      <TextLine form={form} field="name" label={uiCopy.name} maxLength={textLimits.name} required />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextLine form={form} field="brandName" label={copy.brand} maxLength={textLimits.brandName} />
        <TextLine form={form} field="url" label={copy.website} type="url" inputMode="url" />
        <TextLine form={form} field="price" label={copy.price} inputMode="decimal" />
        <CurrencyField form={form} />
      </div>
      <LongText
        form={form}
        field="description"
        label={uiCopy.description}
        maxLength={textLimits.productDescription}
      />
      {isNew && editable.length > 0 && (
        <Select
          label={copy.owner}
          value={form.teamId ?? ''}
          onChange={({ target }) => form.setTeamId(target.value === '' ? null : Number(target.value))}
          options={editable.map(({ id, name }) => [id, name])}
        >
          <option value="">{copy.onlyMe}</option>
        </Select>
      )}
    </Section>
  );
}

function Appearance({ form }: { readonly form: ProductForm }) {
  return (
    <Section title={copy.appearance} about={copy.appearanceText}>
      <ColorField form={form} />
      <FontField form={form} />
      <LogoField form={form} />
      <ImagesField form={form} />
      <ImageFiles form={form} />
    </Section>
  );
}

function Voice({ form }: { readonly form: ProductForm }) {
  return (
    <Section title={copy.message}>
      <SellingPoints form={form} />
      <LongText
        form={form}
        field="audience"
        label={copy.audience}
        rows={2}
        maxLength={textLimits.audience}
        placeholder={copy.audiencePlaceholder}
      />
      <TextLine
        form={form}
        field="tone"
        label={copy.tone}
        maxLength={textLimits.tone}
        placeholder={copy.tonePlaceholder}
      />
    </Section>
  );
}
