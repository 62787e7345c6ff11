export type * from './api.ts';
export type {
  CallOptions,
  ChangeOptions,
  ClientOptions,
  GetOptions,
  PostOptions,
  Retry,
  Version,
} from './call.ts';
export { type ErrorCode, isProfferError, ProfferError, type ProfferErrorOf } from './errors.ts';
export type { FileBody, FileResponse } from './file.ts';
export type { FollowOptions } from './follow.ts';
export { createProffer, type Proffer } from './proffer.ts';
export type { UploadOptions } from './resources/attachments.ts';
export type { WebhookEndpointWithSecret } from './resources/webhook-endpoints.ts';
export { type ResponseInfo, responseOf } from './response.ts';
export {
  type ProfferEvent,
  verifyWebhook,
  type WebhookFailure,
  type WebhookRequest,
  WebhookVerificationError,
} from './webhook.ts';
