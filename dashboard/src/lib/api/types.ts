import type { MagpieRouter } from '@magpie/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

/** The input and output of each procedure: `RouterOutputs['boards']['list']`. */
export type RouterInputs = inferRouterInputs<MagpieRouter>;
export type RouterOutputs = inferRouterOutputs<MagpieRouter>;
export type {
  Ad,
  AdDetails,
  AiImage,
  ApiKey,
  Board,
  BrandImage,
  CloneProduct,
  FoundAd,
  Label,
  ListedAd,
  Media,
  Member,
  Notification,
  Rule,
  SavedAd,
  SavedSearch,
  ScoreParts,
  Tag,
  Team,
  Webhook,
  WebhookDelivery,
} from '@magpie/contract';
