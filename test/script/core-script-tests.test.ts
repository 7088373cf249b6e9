import { describe, expect, test } from 'vitest';
import { p2trScript } from '../../src/script/builders.ts';
import type { SignatureChecker } from '../../src/script/checker.ts';
import { VerifyFlag, type VerifyFlags } from '../../src/script/flags.ts';
import { verifyScript } from '../../src/script/interpreter/verify-script.ts';
import { encodeControlBlock, tapLeafHash, tapTweakHash } from '../../src/script/taproot.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import { transactionChecker } from '../../src/sighash/transaction-checker.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { tinyVerifier } from '../support/curve.ts';
import { createRandom } from '../support/generate/random.ts';
import {
  fillFlags,
  hex,
  parseFlags,
  parseScript,
  trimFlags,
} from '../support/generate/script-text.ts';
import { readCoreData } from '../support/paths.ts';
import { createRememberingVerifier } from '../support/remembering.ts';

const text = readCoreData('script_tests.json');

type Row = readonly (string | readonly (string | number)[])[];
// The file is an array of arrays of texts, with an optional array for the witness first.
const rows = (JSON.parse(text ?? '[]') as Row[]).filter((row) => row.length > 1);

/** script_tests.cpp, KeyData: the x of the key of 32 bytes ending in 1. */
const internalKey = hex('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');

const empty = new Uint8Array(0);
const verifier = createRememberingVerifier(tinyVerifier);

type Case = {
  readonly scriptSig: Uint8Array;
  readonly scriptPubKey: Uint8Array;
  readonly witness: readonly Uint8Array[];
  readonly amount: bigint;
  readonly flags: VerifyFlags;
  readonly error: string;
};

function readCase(row: Row): Case {
  const [first] = row;
  const given = Array.isArray(first) ? first : undefined;
  const [scriptSig = '', scriptPubKey = '', flags = '', error = ''] = (
    given === undefined ? row : row.slice(1)
  ).map(String);
  const taproot = readWitness((given ?? [0]).slice(0, -1).map(String));
  return {
    scriptSig: parseScript(scriptSig),
    scriptPubKey: scriptPubKey.includes('#TAPROOTOUTPUT#')
      ? p2trScript(taproot.outputKey)
      : parseScript(scriptPubKey),
    witness: taproot.witness,
    amount: BigInt(Math.round(Number(given?.at(-1) ?? 0) * 1e8)),
    flags: parseFlags(flags),
    error: error === 'NULLFAIL' ? 'SIG_NULLFAIL' : error,
  };
}

/**
 * `#SCRIPT#` precedes a script in words; `#CONTROLBLOCK#` is the control block of the previous
 * script.
 */
function readWitness(elements: readonly string[]) {
  const witness: Uint8Array[] = [];
  let outputKey: Uint8Array = empty;
  for (const element of elements) {
    if (element === '#CONTROLBLOCK#') {
      const leaf = tapLeafHash(0xc0, witness.at(-1) ?? empty);
      const output = verifier.tweakXOnlyPublicKey(internalKey, tapTweakHash(internalKey, leaf));
      if (output === undefined) throw new Error('the tweak of a hash is below n');
      outputKey = output.xOnly;
      witness.push(encodeControlBlock(0xc0, output.parity, internalKey, []));
    } else if (element.startsWith('#SCRIPT#')) witness.push(parseScript(element.slice(8)));
    else witness.push(hex(element));
  }
  return { witness, outputKey };
}

/** script_tests.cpp: the crediting transaction and the one that spends its only output. */
function checkerOf({ scriptSig, scriptPubKey, witness, amount }: Case): SignatureChecker {
  const credit: Transaction = {
    version: 1,
    inputs: [
      {
        prevout: { txid: '00'.repeat(32), vout: 0xffffffff },
        scriptSig: Uint8Array.of(0, 0),
        sequence: 0xffffffff,
        witness: [],
      },
    ],
    outputs: [{ value: amount, scriptPubKey }],
    locktime: 0,
  };
  const spend: Transaction = {
    version: 1,
    inputs: [
      {
        prevout: { txid: transactionId(credit), vout: 0 },
        scriptSig,
        sequence: 0xffffffff,
        witness,
      },
    ],
    outputs: [{ value: amount, scriptPubKey: empty }],
    locktime: 0,
  };
  return transactionChecker(
    createSighashCache(spend, [{ value: amount, scriptPubKey }]),
    0,
    verifier,
  );
}

function outcome(given: Case, flags: VerifyFlags, checker: SignatureChecker): string {
  const { scriptSig, scriptPubKey, witness } = given;
  return verifyScript(scriptSig, scriptPubKey, witness, flags, checker)?.error ?? 'OK';
}

describe.skipIf(text === undefined)("Core's script_tests.json", () => {
  const random = createRandom(1);
  test.each(rows.map((row) => [JSON.stringify(row), row] as const))('%s', (_, row) => {
    const given = readCase(row);
    const checker = checkerOf(given);
    const flags =
      (given.flags & VerifyFlag.CLEANSTACK) !== 0 ? fillFlags(given.flags) : given.flags;
    expect(outcome(given, flags, checker)).toBe(given.error);
    // Flags are soft forks: fewer of them keep a success, more of them keep a failure.
    for (let i = 0; i < 16; i++) {
      const others = random.int(1 << 21);
      const combined =
        given.error === 'OK' ? trimFlags(flags & ~others) : fillFlags(flags | others);
      expect(outcome(given, combined, checker) === 'OK').toBe(given.error === 'OK');
    }
  });
});
