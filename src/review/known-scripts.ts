import { ripemd160 } from '../crypto/hash.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { isFinalized, type Psbt, type PsbtInput } from '../psbt/psbt.ts';
import { isPayToScriptHash } from '../script/script.ts';
import { solveScript } from '../script/templates.ts';
import type { SigningProvider } from '../signing/provider.ts';
import { type Coin, outPointKey } from '../transaction/transaction.ts';

type Knowledge = Pick<SigningProvider, 'getScript' | 'getTaprootSpendData'>;

/**
 * Adds scripts that are missing in a PSBT but known, by their hash160. `coins` are the spent coins,
 * indexed by `outPointKey`.
 */
export function withKnownScripts(
  psbt: Psbt,
  coins: ReadonlyMap<string, Coin>,
  knowledge: Knowledge,
): Psbt {
  const inputs = psbt.inputs.map((input) => {
    const coin = isFinalized(input) ? undefined : coins.get(outPointKey(input.prevout));
    return coin ? withScripts(input, coin.scriptPubKey, knowledge) : input;
  });
  return { ...psbt, inputs };
}

function withScripts(
  input: PsbtInput,
  script: Bytes,
  { getScript, getTaprootSpendData }: Knowledge,
): PsbtInput {
  const outer = solveScript(script);
  if (outer.kind === 'witness_v1_taproot') {
    if (input.tapLeaves.length > 0) return input;
    return { ...input, tapLeaves: getTaprootSpendData(outer.outputKey)?.leaves ?? [] };
  }
  const find = (outer: Bytes, known: Bytes) => {
    const template = solveScript(outer);
    if (known.length > 0) return known;
    if (template.kind === 'scripthash') return getScript(template.hash) ?? known;
    return template.kind === 'witness_v0_scripthash'
      ? (getScript(ripemd160(template.hash)) ?? known)
      : known;
  };
  const isNested = isPayToScriptHash(script);
  const redeemScript = isNested ? find(script, input.redeemScript) : input.redeemScript;
  const witnessScript = find(isNested ? redeemScript : script, input.witnessScript);
  return { ...input, redeemScript, witnessScript };
}
