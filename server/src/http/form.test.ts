import fc from 'fast-check';
import { contract } from '@magpie/contract';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { parseInput } from '../rpc/executeProcedure.ts';
import { createFormReader, readMultipart } from './form.ts';

const read = createFormReader(contract.brandImages.upload);
const usualType = 'multipart/form-data; boundary=line';
const readSent = (body: Buffer, contentType = usualType): unknown =>
  read({ headers: { 'content-type': contentType }, body } as unknown as FastifyRequest);

/** The input of a form, or the message of its error. */
function inputOf(body: string, contentType?: string): unknown {
  try {
    return (readSent(Buffer.from(body), contentType) as { json: unknown }).json;
  } catch (error) {
    return (error as Error).message;
  }
}

const field = (disposition: string, content: string): string =>
  `--line\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const form = (...fields: string[]): string => `${fields.join('')}--line--\r\n`;
const picture = field('name="file"; filename="Logo v2.png"', 'abc');
const abc = Buffer.from('abc').toString('base64');

describe('a form as the input of a procedure', () => {
  it('has files as base64, numbers as numbers, and the file name if there is no name', () => {
    const sent = form(
      picture,
      field('name="kind"', 'logo'),
      field('name="productId"', '3'),
      field('name="teamId"', '7'),
    );
    expect(inputOf(sent)).toEqual({ file: abc, name: 'Logo v2', kind: 'logo', productId: 3, teamId: 7 });
    expect(inputOf(form(picture, field('name="name"', 'Ours')))).toEqual({ file: abc, name: 'Ours' });
  });

  it('leaves out empty fields, which browsers send', () => {
    const sent = form(picture, field('name="name"', ''), field('name="teamId"', ''));
    expect(inputOf(sent)).toEqual({ file: abc, name: 'Logo v2' });
    expect(inputOf(form(field('name="file"; filename=""', '')))).toEqual({});
  });

  it('accepts base64 as text, and leaves invalid numbers to validation', () => {
    expect(inputOf(form(field('name="file"', abc), field('name="productId"', '0x3')))).toEqual({
      file: abc,
      productId: '0x3',
    });
  });

  it.each([
    ['in quotation marks', `filename="a \\"b\\".png"`, 'a "b"'],
    ['as browsers write quotation marks', 'filename="a%22b.png"', 'a"b'],
    ['in UTF-8', 'filename="café.png"', 'café'],
    ['as older programs write other letters', `filename*=utf-8''caf%C3%A9.png`, 'café'],
    ['both ways', `filename="cafe.png"; filename*=UTF-8'en'caf%C3%A9.png`, 'café'],
    ['without quotation marks', 'filename=cafe.png', 'cafe'],
    ['before the name of the field', 'filename="a.png"; name="file"', 'a'],
    ['with a path', 'filename="C:\\fakepath\\a.png"', 'a'],
    ['that leads elsewhere', 'filename="../../etc/passwd"', 'passwd'],
    ['with control characters', 'filename="a%0D%0Ab.png"', 'a b'],
    ['of too many letters', `filename="${'a'.repeat(300)}.png"`, 'a'.repeat(120)],
    ['of an ending alone', 'filename=".png"', undefined],
  ])('reads the name of a file %s', (_, disposition, name) => {
    const named = disposition.includes('name="file"') ? disposition : `name="file"; ${disposition}`;
    expect(inputOf(form(field(named, 'abc')))).toEqual({
      file: abc,
      ...(name === undefined ? {} : { name }),
    });
  });

  it.each([
    ['without a boundary', form(picture), 'multipart/form-data', 'names no boundary'],
    [
      'with another boundary',
      form(picture),
      'multipart/form-data; boundary=other',
      'its boundary is not in it',
    ],
    ['that is empty', '', usualType, 'its boundary is not in it'],
    ['that ends early', picture, usualType, 'it ends early'],
    ['that ends in a header', '--line\r\nContent-Disposition: form-data', usualType, 'it ends early'],
    ['with a field without a name', form(field('filename="a"', 'abc')), usualType, 'has no name'],
    ['with something behind its boundary', '--lineup\r\n\r\n', usualType, 'followed by something else'],
    ['with too many fields', form(...Array(31).fill(picture)), usualType, 'more than 30 fields'],
    ['with too long a header', form(field(`name="${'a'.repeat(9000)}"`, '')), usualType, 'too long a header'],
    ['with two files', form(picture, picture), usualType, "has the field 'file' more than once"],
    [
      'with a field twice',
      form(field('name="kind"', 'a'), field('name="kind"', 'b')),
      usualType,
      "'kind' more than once",
    ],
    [
      'with a file for a text',
      form(field('name="kind"; filename="a"', 'b')),
      usualType,
      "The form field 'kind' must be text",
    ],
  ])('400 for a form %s', (_, sent, contentType, sentence) => {
    expect(inputOf(sent, contentType)).toContain(sentence);
  });

  it('400 for a text that is not UTF-8', () => {
    const sent = Buffer.from(form(field('name="kind"', '\xff')), 'latin1');
    expect(() => readSent(sent)).toThrow("the field 'kind' is not UTF-8");
  });

  it.each(['__proto__', 'constructor', 'toString', 'json', 'meta'])('400 for an unknown field %s', (name) => {
    for (const content of [field(`name="${name}"`, 'x'), field(`name="${name}"; filename="x"`, 'x')]) {
      const sent = Buffer.from(form(picture, content));
      expect(() => parseInput({ definition: contract.brandImages.upload }, () => readSent(sent))).toThrow(
        `'${name}'`,
      );
    }
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});

describe('parsing a form', () => {
  it('returns the fields, as browsers and Node write them', async () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    // In a form, a line break in a text is CRLF.
    const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll(/[\r\n]/g, '').toWellFormed());
    const content = fc.oneof(text, bytes);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, content), { maxLength: 8 }), async (fields) => {
        const data = new FormData();
        for (const [name, value] of fields) {
          if (typeof value === 'string') data.append(name, value);
          else data.append(name, new Blob([value]), `${name}.bin`);
        }
        const sent = new Response(data);
        const parts = readMultipart(
          Buffer.from(await sent.arrayBuffer()),
          sent.headers.get('content-type') ?? '',
        );
        expect(
          parts.map(({ name, fileName, bytes: found }) => [name, fileName, found.toString('hex')]),
        ).toEqual(
          fields.map(([name, value]) => [
            name,
            typeof value === 'string' ? null : `${name}.bin`,
            Buffer.from(value).toString('hex'),
          ]),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('allows text around a form, and spaces after its boundaries', () => {
    const [part, ...others] = readMultipart(
      Buffer.from(
        `Hello\r\n--line \t\r\ncontent-disposition: form-data; name=a\r\nX: y\r\n\r\n1\r\n--line-- \r\nBye`,
      ),
      'Multipart/Form-Data; charset=utf-8; Boundary="line"',
    );
    expect([part?.name, part?.bytes.toString(), others]).toEqual(['a', '1', []]);
  });
});
