import path from 'node:path';
import { bridged, procedures } from '@magpie/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellStory, type Story } from '../testing/story.ts';
import { docsFolder } from './docs.ts';
import { openApi } from './openApi.ts';

describe('the reference', () => {
  let story: Story;
  beforeAll(async () => {
    story = await tellStory();
  });
  afterAll(() => story.close());

  it('has an example of every procedure, which was really called', () => {
    expect([...story.examples.keys()].toSorted()).toEqual([...procedures.keys()].toSorted());
  });

  it('is what is written in the document', async () => {
    const document = `${JSON.stringify(openApi(story.examples), null, 1)}\n`;
    await expect(document).toMatchFileSnapshot(path.join(docsFolder, 'openapi.json'));
  });

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate({ ...openApi(story.examples) });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('has the answers of procedures at plain addresses too', async () => {
    const { shell, examples } = story;
    for (const [address, name] of Object.entries(bridged)) {
      const { input } = examples.get(name) ?? { input: {} };
      const query = new URLSearchParams(
        Object.entries(input).map(([field, value]) => [field, String(value)]),
      );
      const line = `curl -H "Authorization: Bearer $MAGPIE_KEY" "$MAGPIE_URL${address}?${query.toString()}"`;
      const answer = JSON.parse(await shell.curl(line));
      procedures.get(name)?.output.parse(answer);
    }
  });
});
