import { openAesCbc } from '../../crypto/cipher.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { decodeHex } from '../../encoding/hex.ts';
import { stretchNow } from '../stretch.ts';
import type { FormatFailure, ReadContext, WalletParts } from '../wallet-file.ts';
import { isBitcoinj, readBitcoinj } from './bitcoinj.ts';
import { utf16Of } from './own-key.ts';

/** Salt of every file, and the vector of files before version 0.5. */
const SALT = '3551038075a3b0c5';
const FIRST_VECTOR = 'a344391f538311b329548616c489723e';
const COST = { n: 16384, r: 8, p: 1 };

/** Opens `mbhd.wallet.aes` of MultiBit HD; `undefined` if the password does not open it. */
export function readHdFile(
  bytes: Bytes,
  context: ReadContext,
): WalletParts | FormatFailure | undefined {
  const { stretch = stretchNow } = context;
  const password = utf16Of(context.password ?? '');
  const salt = decodeHex(SALT) ?? password;
  const key = stretch({ password, salt, scrypt: COST, length: 32 });
  password.fill(0);
  const first = decodeHex(FIRST_VECTOR) ?? key;
  const plain = [
    openAesCbc(bytes.subarray(16), key, bytes.subarray(0, 16)),
    openAesCbc(bytes, key, first),
  ].find((each) => each !== undefined && isBitcoinj(each));
  key.fill(0);
  const found = plain && readBitcoinj(plain, context, { isInner: true });
  plain?.fill(0);
  return found;
}
