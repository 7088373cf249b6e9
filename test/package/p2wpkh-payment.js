import { decodeAddress, networks } from 'coldsign/script';
import {
  createSingleKeyProvider,
  decodeWif,
  nobleSecp256k1,
  signTransaction,
} from 'coldsign/signing';
import { encodeHex, encodeTransaction } from 'coldsign/transaction';

/** The least that a payment from P2WPKH needs: its size is held against that of others. */
export function pay({ wif, from, to, txid, vout, amount, fee }) {
  const network = networks.regtest;
  const key = decodeWif(wif, network);
  const [scriptPubKey, paid] = [from, to].map((address) => decodeAddress(address, network));
  const input = {
    prevout: { txid, vout },
    sequence: 0xfffffffd,
    scriptSig: new Uint8Array(),
    witness: [],
  };
  const outputs = [{ value: amount - fee, scriptPubKey: paid }];
  const { transaction, complete } = signTransaction({
    transaction: { version: 2, inputs: [input], outputs, locktime: 0 },
    coins: new Map([[`${txid}:${vout}`, { value: amount, scriptPubKey }]]),
    provider: createSingleKeyProvider([key], nobleSecp256k1),
    sighashType: 1,
    secp256k1: nobleSecp256k1,
  });
  return complete ? encodeHex(encodeTransaction(transaction)) : undefined;
}
