import type { FormatFailure, ReadContext, WalletParts } from '../wallet-file.ts';
import { readBip38 } from './bip38.ts';
import { readBase64Bitcoinj } from './bitcoinj.ts';
import { readBlockchain } from './blockchain.ts';
import { readCodex32 } from './codex32.ts';
import { readElectrumKeys } from './electrum-keys.ts';
import { readMiniKey } from './mini-key.ts';
import { readOpenssl } from './openssl.ts';
import { readSlip39 } from './slip39.ts';

type Reader = (text: string, context: ReadContext) => WalletParts | FormatFailure | undefined;

/** Readers of private keys in older forms. */
const READERS: readonly Reader[] = [
  readBip38,
  readMiniKey,
  readCodex32,
  readSlip39,
  readOpenssl,
  readBase64Bitcoinj,
  readElectrumKeys,
  readBlockchain,
];

/** Reads private keys in an older form; `undefined` for other texts. */
export function readOldKeys(
  text: string,
  context: ReadContext,
): WalletParts | FormatFailure | undefined {
  for (const read of READERS) {
    const found = read(text, context);
    if (found !== undefined) return found;
  }
  return undefined;
}
