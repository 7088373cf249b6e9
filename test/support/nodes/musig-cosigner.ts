import type { HDKey } from '@scure/bip32';
import { Transaction } from '@scure/btc-signer';
import {
  keyAggExport,
  keyAggregate,
  nonceAggregate,
  nonceGen,
  Session,
} from '@scure/btc-signer/musig2.js';
import { tagSchnorr } from '@scure/btc-signer/utils.js';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import type { Psbt, PsbtInput } from '../../../src/psbt/psbt.ts';

const bytesOf = (psbt: Psbt) => encodePsbt(psbt) ?? new Uint8Array(0);
const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

/**
 * A cosigner by another program, for a key path with `musig(...)`: BIP327 by @scure/btc-signer,
 * which also computes the digests.
 */
export function musigCosigner(key: HDKey) {
  const secret = key.privateKey ?? new Uint8Array(32);
  const publicKey = key.publicKey ?? new Uint8Array(33);
  const secrets: Uint8Array[] = [];

  function sessionOf(psbt: Psbt, at: number) {
    const { participants = [] } = psbt.inputs[at]?.musigParticipants[0] ?? {};
    const keys = [...participants];
    const inner = keyAggExport(keyAggregate(keys));
    const tweaks = [tagSchnorr('TapTweak', inner)];
    const coins = psbt.inputs.map(({ witnessUtxo, nonWitnessUtxo, prevout }) => {
      const coin = witnessUtxo ?? nonWitnessUtxo?.outputs[prevout.vout];
      if (coin === undefined) throw new Error('no coin');
      return coin;
    });
    const tx = Transaction.fromPSBT(bytesOf(psbt), { allowUnknown: true });
    const message = tx.preimageWitnessV1(
      at,
      coins.map(({ scriptPubKey }) => scriptPubKey),
      0,
      coins.map(({ value }) => value),
    );
    return { keys, tweaks, message, aggregate: keyAggExport(keyAggregate(keys, tweaks, [true])) };
  }

  const output = (psbt: Psbt, at: number) => {
    const [inner] = psbt.inputs[at]?.musigParticipants ?? [];
    const { keys, tweaks } = sessionOf(psbt, at);
    const { aggPublicKey } = keyAggregate(keys, tweaks, [true]);
    if (inner === undefined) throw new Error('no participants');
    return aggPublicKey.toBytes(true);
  };

  const added = (psbt: Psbt, make: (input: PsbtInput, at: number) => Partial<PsbtInput>): Psbt => ({
    ...psbt,
    inputs: psbt.inputs.map((input, at) => ({ ...input, ...make(input, at) })),
  });

  return {
    addNonces: (psbt: Psbt): Psbt =>
      added(psbt, ({ musigPubNonces }, at) => {
        const { message, aggregate } = sessionOf(psbt, at);
        const nonce = nonceGen(publicKey, secret, aggregate, message);
        secrets[at] = nonce.secret;
        const field = { participant: publicKey, aggregate: output(psbt, at), leafHash: undefined };
        return { musigPubNonces: [...musigPubNonces, { ...field, value: nonce.public }] };
      }),
    addSignatures: (psbt: Psbt): Psbt =>
      added(psbt, ({ musigPubNonces, musigPartialSignatures }, at) => {
        const { keys, tweaks, message } = sessionOf(psbt, at);
        const inOrder = keys.map(
          (each) =>
            musigPubNonces.find(({ participant }) => isSame(participant, each))?.value ?? each,
        );
        const session = new Session(nonceAggregate(inOrder), keys, message, tweaks, [true]);
        const theirs = musigPartialSignatures.map(({ participant, value }) =>
          session.partialSigVerify(
            value,
            inOrder,
            keys.findIndex((each) => isSame(each, participant)),
          ),
        );
        if (theirs.includes(false)) throw new Error('a partial signature does not hold');
        const value = session.sign(secrets[at] ?? secret, secret);
        const field = { participant: publicKey, aggregate: output(psbt, at), leafHash: undefined };
        return { musigPartialSignatures: [...musigPartialSignatures, { ...field, value }] };
      }),
  };
}
