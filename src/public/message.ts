export * from '../library/message-api.ts';
export type { Message } from '../message/message.ts';
export type { MessageFailure } from '../message/sign.ts';
export type { MessageVerdict, SignedMessage } from '../message/verify.ts';
