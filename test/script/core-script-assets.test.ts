import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReader } from '../../src/encoding/reader.ts';
import { VerifyFlag, type VerifyFlags } from '../../src/script/flags.ts';
import { verifyScript } from '../../src/script/interpreter/verify-script.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import { transactionChecker } from '../../src/sighash/transaction-checker.ts';
import { decodeTransaction, readTxOut } from '../../src/transaction/codec.ts';
import { tinyVerifier } from '../support/curve.ts';
import { sampleOf } from '../support/generate/sample.ts';
import { hex, parseFlags } from '../support/generate/script-text.ts';
import { root } from '../support/paths.ts';
import { createRememberingVerifier } from '../support/remembering.ts';

/** From Core's feature_taproot.py; bitcore-lib publishes a copy. */
const path = join(root, 'node_modules/bitcore-lib/test/data/bitcoind/script_assets_test.json');

type Spend = { readonly scriptSig: string; readonly witness: readonly string[] };
type Asset = {
  readonly tx: string;
  readonly prevouts: readonly string[];
  readonly index: number;
  readonly flags: string;
  readonly final?: boolean;
  readonly comment: string;
  readonly success?: Spend;
  readonly failure?: Spend;
};

// The file's own form.
const assets = (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []) as readonly Asset[];

const PART = 50;

const verifier = createRememberingVerifier(tinyVerifier);

/** Core's test tries every allowed combination of the consensus flags. */
const consensusFlags: readonly VerifyFlags[] = (() => {
  const { P2SH, DERSIG, NULLDUMMY, CHECKLOCKTIMEVERIFY, CHECKSEQUENCEVERIFY, WITNESS, TAPROOT } =
    VerifyFlag;
  const free = [DERSIG, NULLDUMMY, CHECKLOCKTIMEVERIFY, CHECKSEQUENCEVERIFY];
  const chain = [0, P2SH, P2SH | WITNESS, P2SH | WITNESS | TAPROOT];
  return chain.flatMap((base) =>
    Array.from({ length: 16 }, (_, bits) =>
      free.reduce((flags, flag, i) => ((bits >> i) & 1 ? flags | flag : flags), base),
    ),
  );
})();

/** The verdict on an input that is spent in this way. */
function judge(asset: Asset, spend: Spend): (flags: VerifyFlags) => boolean {
  const transaction = decodeTransaction(hex(asset.tx), { witness: true });
  const coins = asset.prevouts.map((output) => {
    const { value, scriptPubKey } = readTxOut(createReader(hex(output)));
    return { value, scriptPubKey };
  });
  const coin = coins[asset.index];
  if (transaction === undefined || coin === undefined) throw new Error('cannot be decoded');
  const checker = transactionChecker(createSighashCache(transaction, coins), asset.index, verifier);
  const [scriptSig, witness] = [hex(spend.scriptSig), spend.witness.map(hex)];
  return (flags) =>
    verifyScript(scriptSig, coin.scriptPubKey, witness, flags, checker) === undefined;
}

/** Combinations with another verdict than the asset. */
function faults(asset: Asset): string[] {
  const named = parseFlags(asset.flags);
  const found: string[] = [];
  const expectAll = (spend: Spend, expected: boolean, applies: (flags: VerifyFlags) => boolean) => {
    const verifies = judge(asset, spend);
    for (const flags of consensusFlags) {
      if (applies(flags) && verifies(flags) !== expected) {
        found.push(`${asset.comment}, input ${asset.index}, flags ${flags}: not ${expected}`);
      }
    }
  };
  const { success, failure, final = false } = asset;
  if (success) expectAll(success, true, (flags) => final || (flags & named) === flags);
  if (failure) expectAll(failure, false, (flags) => (flags & named) === named);
  return found;
}

describe.skipIf(assets.length === 0)("Core's script_assets_test.json", () => {
  const kinds = new Map<string, Asset[]>();
  for (const asset of assets) {
    const kind = asset.comment.split('/')[0] ?? '';
    kinds.set(kind, [...(kinds.get(kind) ?? []), asset]);
  }
  // Few cases per test, so that each is fast enough on a busy machine.
  const parts = [...kinds].flatMap(([kind, group]) =>
    Array.from({ length: Math.ceil(group.length / PART) }, (_, i) => {
      return [
        `${kind}, ${i * PART + 1} of ${group.length} and on`,
        group.slice(i * PART, (i + 1) * PART),
      ] as const;
    }),
  );
  test.each(sampleOf(parts))('%s', (_, group) => {
    expect(group.flatMap(faults)).toEqual([]);
  });
});
