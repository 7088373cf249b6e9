import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import type { Wallet } from '../../wallet/wallet.ts';

/** Core: AppendLastProcessedBlock. */
export function shapeLastBlock({ lastBlock }: Wallet): Json | undefined {
  return lastBlock && jsonObject({ hash: lastBlock.hash, height: jsonNumber(lastBlock.height) });
}
