export * from '../library/checked-message.ts';
export type { Message } from '../message/message.ts';
export type { MessageFailure, MessageJob } from '../message/sign.ts';
export type { MessageVerdict, SignedMessage } from '../message/verify.ts';
