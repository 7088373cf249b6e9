import { readFileSync } from 'node:fs';
import { Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { finalTxid } from '../../src/psbt/final-txid.ts';
import { finalizePsbt } from '../../src/psbt/finalize.ts';
import { vectorPath } from '../support/paths.ts';
import { readPsbt } from '../support/psbt.ts';

const { roles } = JSON.parse(readFileSync(vectorPath('psbt/bip174.json'), 'utf8'));

test("the id of BIP174's transaction is known once its legacy input is final", () => {
  const extracted = decodeHex(roles.extracted) ?? new Uint8Array(0);
  const theirs = Transaction.fromRaw(extracted, {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
  });
  const combined = readPsbt(roles.combined);
  expect(finalTxid(combined)).toBe(undefined);
  expect(finalTxid(finalizePsbt(combined, secp256k1).psbt)).toBe(theirs.id);
});
