import type { MagpieRouter } from '@magpie/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

/** What each procedure takes and answers: `Answers['boards']['list']`. */
export type Questions = inferRouterInputs<MagpieRouter>;
export type Answers = inferRouterOutputs<MagpieRouter>;
export type {
  Ad,
  AdDetails,
  AiImage,
  ApiKey,
  Board,
  BrandImage,
  CloneProduct,
  Media,
  Member,
  Notification,
  Rule,
  SavedAd,
  ScoreParts,
  Tag,
  Team,
  Webhook,
  WebhookDelivery,
} from '@magpie/contract';
