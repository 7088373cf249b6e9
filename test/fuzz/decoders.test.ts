import { test } from 'vitest';
import { decodeBlock, decodeHeader } from '../../src/chain/block-codec.ts';
import { parseDerLax } from '../../src/crypto/der.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { decodeWif } from '../../src/crypto/wif.ts';
import { decodeBase58 } from '../../src/encoding/base58.ts';
import { decodeBase64 } from '../../src/encoding/base64.ts';
import { decodeBech32 } from '../../src/encoding/bech32.ts';
import { locateBech32Errors } from '../../src/encoding/bech32-errors.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { parseJson, parseJsonBytes } from '../../src/json/parse.ts';
import { decodeMiniscript } from '../../src/miniscript/from-script.ts';
import { decodePsbt } from '../../src/psbt/decode.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { createPsbt } from '../../src/psbt/psbt.ts';
import { decodeAddress } from '../../src/script/address.ts';
import { formatAsm } from '../../src/script/asm.ts';
import { refusingChecker } from '../../src/script/checker.ts';
import { STANDARD_VERIFY_FLAGS } from '../../src/script/flags.ts';
import { verifyScript } from '../../src/script/interpreter/verify-script.ts';
import { countSigOps } from '../../src/script/sigops.ts';
import { solveScript } from '../../src/script/templates.ts';
import { decodeTransaction } from '../../src/transaction/codec.ts';
import { randomAddress } from '../support/generate/create.ts';
import { randomKey } from '../support/generate/keys.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { randomSpendable } from '../support/generate/scripts.ts';
import { randomSigning } from '../support/generate/sign.ts';
import { fuzz } from './budget.ts';
import { mutateBytes, mutateText } from './mutate.ts';

const random = createRandom(seedOfRun());

const anyBytes = () => random.bytes(random.int(random.pick([4, 40, 400])));
const near = (good: () => Uint8Array) => () =>
  random.oneIn(4) ? anyBytes() : mutateBytes(random, good());
const nearText = (good: () => string) => () => mutateText(random, good());

const script = () => {
  const { scriptPubKey, witnessScript, redeemScript } = randomSpendable(random);
  return random.pick([scriptPubKey, witnessScript ?? scriptPubKey, redeemScript ?? scriptPubKey]);
};
const transaction = () => decodeHex(randomSigning(random).hex) ?? anyBytes();
const psbt = () => {
  const decoded = decodeTransaction(transaction(), { witness: false });
  return decoded === undefined
    ? anyBytes()
    : (encodePsbt(createPsbt(decoded, random.pick([0, 2]))) ?? anyBytes());
};
const keys = { fromKey: (bytes: Uint8Array) => bytes, fromKeyHash: (hash: Uint8Array) => hash };

const decoders: Record<string, [next: () => Uint8Array, decode: (bytes: Uint8Array) => unknown]> = {
  'transaction with witness': [near(transaction), (b) => decodeTransaction(b, { witness: true })],
  'transaction without': [near(transaction), (b) => decodeTransaction(b, { witness: false })],
  psbt: [near(psbt), (b) => decodePsbt(b, nobleSecp256k1)],
  header: [anyBytes, decodeHeader],
  block: [near(transaction), decodeBlock],
  'DER signature': [anyBytes, parseDerLax],
  'JSON bytes': [
    near(() => new TextEncoder().encode(randomSigning(random).signers[0])),
    parseJsonBytes,
  ],
  'script template': [near(script), solveScript],
  'script text': [near(script), (b) => formatAsm(b, { decodeSighash: true })],
  sigops: [near(script), (b) => countSigOps(b, true)],
  'P2WSH miniscript': [near(script), (b) => decodeMiniscript(b, 'p2wsh', keys)],
  'tapscript miniscript': [near(script), (b) => decodeMiniscript(b, 'tapscript', keys)],
};

const parsers: Record<string, [next: () => string, parse: (text: string) => unknown]> = {
  hex: [nearText(() => randomSigning(random).hex), decodeHex],
  base58: [nearText(() => randomAddress(random)), (text) => decodeBase58(text, 100)],
  base64: [nearText(() => randomAddress(random)), decodeBase64],
  bech32: [nearText(() => randomAddress(random)), decodeBech32],
  'faults of bech32': [nearText(() => randomAddress(random)), locateBech32Errors],
  address: [nearText(() => randomAddress(random)), (text) => decodeAddress(text, networks.regtest)],
  WIF: [nearText(() => randomKey(random).wif), (text) => decodeWif(text, networks.regtest)],
  JSON: [nearText(() => `[${randomSigning(random).signers[0]}]`), parseJson],
};

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test.each(Object.entries(decoders))('any bytes: %s', async (_, [next, decode]) => {
  await fuzz(next, decode, hex);
});

test.each(Object.entries(parsers))('any text: %s', async (_, [next, parse]) => {
  await fuzz(next, parse, JSON.stringify);
});

test('any script runs to an end', async () => {
  const next = () => ({
    scriptSig: near(script)(),
    scriptPubKey: near(script)(),
    witness: Array.from({ length: random.int(4) }, near(script)),
  });
  await fuzz(
    next,
    ({ scriptSig, scriptPubKey, witness }) =>
      verifyScript(scriptSig, scriptPubKey, witness, STANDARD_VERIFY_FLAGS, refusingChecker),
    ({ scriptSig, scriptPubKey, witness }) =>
      [scriptSig, scriptPubKey, ...witness].map(hex).join('\n'),
  );
});
