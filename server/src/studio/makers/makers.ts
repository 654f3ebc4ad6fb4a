import type { Config } from '../../config/config.ts';
import type { ImageRenderer } from '../../integrations/drawing/drawing.ts';
import { createSafeFetch } from '../../integrations/safeFetch/safeFetch.ts';
import { createEndpointMaker } from './endpoint.ts';
import type { Maker } from './maker.ts';
import { createTemplateMaker } from './template/templateMaker.ts';

type MakerSettings = Pick<Config, 'imageUrl' | 'imageKey' | 'imageModel' | 'imageCost' | 'fetchAllow'>;

/** The external service, if configured, then templates. The first is the default. */
export function openMakers(config: MakerSettings, drawing: ImageRenderer): readonly Maker[] {
  const template = createTemplateMaker({ drawing });
  const { imageUrl: address, imageKey: key, imageModel: model, imageCost: cost, fetchAllow } = config;
  if (address === null || model === null) return [template];
  // The service may host its images itself, possibly at a private address.
  const fetch = createSafeFetch({ allow: [...fetchAllow, hostAndPort(address)] });
  return [createEndpointMaker({ address, key, model, cost, fetch }), template];
}

function hostAndPort(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port === '' ? { 'http:': '80', 'https:': '443' }[protocol] : port}`;
}
