import type { Config } from '../../config/config.ts';
import type { Drawing } from '../../integrations/drawing/drawing.ts';
import { createSafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import { createEndpointMaker } from './endpoint.ts';
import type { Maker } from './maker.ts';
import { createTemplateMaker } from './template/templateMaker.ts';

type MakerSettings = Pick<Config, 'imageUrl' | 'imageKey' | 'imageModel' | 'imageCost' | 'fetchAllow'>;

/** Who makes images here: the service outside where there is one, and templates always. The first is asked unless told. */
export function openMakers(config: MakerSettings, drawing: Drawing): readonly Maker[] {
  const template = createTemplateMaker({ drawing });
  const { imageUrl: address, imageKey: key, imageModel: model, imageCost: cost, fetchAllow } = config;
  if (address === null || model === null) return [template];
  // It may keep its images where it is, which need not be a public address.
  const fetch = createSafeFetch({ allow: [...fetchAllow, hostAndPort(address)] });
  return [createEndpointMaker({ address, key, model, cost, fetch }), template];
}

function hostAndPort(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port === '' ? { 'http:': '80', 'https:': '443' }[protocol] : port}`;
}
