import type { Psbt } from '../psbt/psbt.ts';
import * as check from '../review/check.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { type CurveOption, withCurve } from './curve-option.ts';
import { checked } from './review-kinds.ts';

/**
 * Reports the changes that another signer made to a PSBT: what it added, changed or removed, which
 * keys made its signatures, if they are valid, and how its nonces look. `before` is the PSBT that
 * the signer received, `after` the PSBT it returned, or the finished transaction. All options are
 * optional.
 *
 * @param before - The PSBT that was sent to the signer.
 * @param after - What came back, in either version, or the finished transaction.
 * @param options - `provider` for deterministic nonces (RFC 6979), `transcript` for anti-exfil.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { fund, openAccount, sign } from 'coldsign';
 * import { checkSigned } from 'coldsign/review';
 *
 * const descriptor = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
 * const account = openAccount(descriptor, { network: 'regtest' });
 * const coins = account.coins([
 *   { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 100, address: account.address(0) },
 * ]);
 * const to = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
 * const { psbt } = fund({
 *   coins,
 *   outputs: [{ address: to, value: 50_000n }],
 *   change: account,
 *   feeRate: 2,
 * });
 * const after = (await sign(psbt, { keys: account })).psbt;
 * const { isFine, signatures } = checkSigned(psbt, after);
 * console.log(isFine, signatures.length, signatures[0]?.hasLowR); // true 1 true
 */
export const checkSigned: (
  before: Psbt,
  after: Psbt | Transaction,
  options?: CurveOption<check.CheckOptions>,
) => check.Check = /* @__PURE__ */ checked(
  'checkSigned',
  { before: 'Psbt', after: 'Psbt|Transaction', options: 'CheckOptions?' },
  (before: Psbt, after: Psbt | Transaction, options: CurveOption<check.CheckOptions> = {}) =>
    check.checkSigned(before, after, withCurve(options)),
);
