import { textLimits } from '@magpie/contract/limits';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTeams } from '../../../lib/api/teams.ts';
import type { CloneProduct } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/Page.tsx';
import { ErrorLine } from '../../../ui/states.tsx';
import { ColorField } from './ColorField.tsx';
import { CurrencyField, LongText, TextLine } from './ProductFields.tsx';
import { LogoField, PictureField } from './PictureFields.tsx';
import { SellingPoints } from './SellingPoints.tsx';
import { type ProductForm, useProductForm } from './useProductForm.ts';
import { WebsiteImport } from './WebsiteImport.tsx';

interface ProductEditorProps {
  /** Null for a new product. */
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
          <ArrowLeft size={16} aria-hidden /> All products
        </Button>
      </div>
      <WebsiteImport form={form} isNew={product === null} />
      <form
        ref={element}
        noValidate
        aria-label={product === null ? 'New product' : product.name}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        <Basics form={form} isNew={product === null} />
        <Appearance form={form} />
        <Voice form={form} />
        {form.error !== null && <ErrorLine error={form.error} />}
        {Object.keys(form.fieldErrors).length > 0 && (
          <p role="alert" className="text-bad">
            Some fields are invalid. See the messages below them.
          </p>
        )}
        <div className="sticky bottom-16 z-10 flex justify-end gap-2 border-t bg-page py-3 sm:bottom-0">
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.isSaving}>
            {form.isSaving ? 'Saving…' : 'Save product'}
          </Button>
        </div>
      </form>
    </div>
  );
}

function Basics({ form, isNew }: { readonly form: ProductForm; readonly isNew: boolean }) {
  const { editable } = useTeams();
  return (
    <Section title={isNew ? 'New product' : 'Product'}>
      <TextLine form={form} field="name" label="Name" maxLength={textLimits.name} required />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextLine form={form} field="brandName" label="Brand" maxLength={textLimits.brandName} />
        <TextLine form={form} field="url" label="Website" type="url" inputMode="url" />
        <TextLine form={form} field="price" label="Price" inputMode="decimal" />
        <CurrencyField form={form} />
      </div>
      <LongText
        form={form}
        field="description"
        label="Description"
        maxLength={textLimits.productDescription}
      />
      {isNew && editable.length > 0 && (
        <Select
          label="Owner"
          value={form.teamId ?? ''}
          onChange={({ target }) => form.setTeamId(target.value === '' ? null : Number(target.value))}
        >
          <option value="">Only me</option>
          {editable.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Section>
  );
}

function Appearance({ form }: { readonly form: ProductForm }) {
  return (
    <Section
      title="Appearance"
      about="Creatives use these colors and images. A saved copy stays when the website changes."
    >
      <ColorField form={form} />
      <LogoField form={form} />
      <PictureField form={form} />
    </Section>
  );
}

function Voice({ form }: { readonly form: ProductForm }) {
  return (
    <Section title="Message">
      <SellingPoints form={form} />
      <LongText
        form={form}
        field="audience"
        label="Audience"
        rows={2}
        maxLength={textLimits.audience}
        placeholder="People who make filter coffee at home"
      />
      <TextLine
        form={form}
        field="tone"
        label="Tone"
        maxLength={textLimits.tone}
        placeholder="Calm and precise"
      />
    </Section>
  );
}
