import type { Json, JsonMember } from '../../json/json.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import { findMethod } from '../../rpc/execute.ts';
import { hex, str } from '../../rpc/fields.ts';
import { defineMethod, type RpcMethod } from '../../rpc/method.ts';
import { methods } from '../../rpc/methods/index.ts';
import { prevTxsParam } from '../../rpc/params/signing-params.ts';
import { parsePrevCoins } from '../../rpc/parse/prevtxs.ts';
import { parsePsbt } from '../../rpc/parse/psbt-argument.ts';
import { parseRawTransaction } from '../../rpc/parse/raw-transaction.ts';
import { profileRules } from '../../rpc/profile.ts';
import { showProcessed } from '../../rpc/results/processed-psbt-result.ts';
import { signingResult } from '../../rpc/results/signing-result.ts';
import { signByKeys, signRawByKeys } from '../../rpc/signing/key-session.ts';
import type { Coin } from '../../transaction/transaction.ts';
import { isRaw } from './payload-text.ts';
import type { SignCall } from './sign-result.ts';

/** Signs with keys, or with the wallet. */
export function methodOf({ payload, ring }: SignCall): RpcMethod {
  if (ring !== undefined) return signWith(ring);
  const name = isRaw(payload.text) ? 'signrawtransactionwithwallet' : 'walletprocesspsbt';
  return findMethod(methods, name);
}

export function membersOf({ payload, prevtxs, reviewed }: SignCall): readonly JsonMember[] {
  const members: readonly (readonly [string, Json | undefined])[] = [
    [isRaw(payload.text) ? 'hexstring' : 'psbt', payload.text],
    ['prevtxs', prevtxs],
    ['reviewed', reviewed],
  ];
  return members.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** Signs a PSBT or a raw transaction with the keys of a ring. Core has no such method. */
const signWith = (ring: KeyRing) =>
  defineMethod({
    name: 'sign',
    category: 'Rawtransactions',
    summary: 'Sign a PSBT or a raw transaction with keys.',
    params: [
      str.optional('psbt', 'The PSBT'),
      str.optional('hexstring', 'The transaction'),
      prevTxsParam,
      hex.optional('reviewed', 'The id of a review'),
    ],
    result: signingResult,
    examples: [],
    async run({ psbt, hexstring = '', prevtxs, reviewed }, context) {
      if (psbt === undefined) {
        const transaction = parseRawTransaction(hexstring);
        const namedCoins = (known: ReadonlyMap<string, Coin>) =>
          parsePrevCoins(prevtxs ?? [], known, profileRules(context.profile));
        return signRawByKeys({ transaction, namedCoins }, ring, { reviewed }, context);
      }
      const given = await parsePsbt(psbt, context);
      const done = await signByKeys(given, ring, { reviewed }, context);
      return showProcessed(done, context);
    },
  });
