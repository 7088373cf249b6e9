export * from '../library/checked-message.ts';
export type { CurveOption } from '../library/curve-option.ts';
export type { Message } from '../message/message.ts';
export type { ClaimedCoin } from '../message/proof-of-funds.ts';
export type { CoinToProve, MessageFailure, MessageJob } from '../message/sign.ts';
export type { MessageFormat } from '../message/signature-text.ts';
export type { MessageFault, MessageVerdict, SignedMessage } from '../message/verify.ts';
export type { MessageLocks } from '../message/virtual-transactions.ts';
