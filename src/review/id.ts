import { taggedHash } from '../crypto/hash.ts';
import { encodeHex } from '../encoding/hex.ts';
import { type Network, type NetworkName, networkOf } from '../encoding/network.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { encodeTransaction } from '../transaction/codec.ts';
import { outPointKey } from '../transaction/transaction.ts';
import type { Finding, Owner, Review, ReviewedInput, ReviewedOutput } from './model.ts';
import { shownNetwork } from './other-network.ts';

const hashReview = taggedHash('coldsign/review');

/**
 * Names a review: a tagged hash (64 hex digits) of the network, the transaction, its signatures,
 * what is known of each coin and output, and the findings. The same transaction and the same known
 * facts give the same id on every device. Sentences, labels, estimated sizes and the time of day do
 * not count.
 *
 * @param review - As `reviewPsbt` returns it.
 * @param network - Of the transaction.
 */
export function reviewId(review: Review, network: NetworkName | Network): string {
  const facts = reviewIdFacts(review, networkOf(network));
  return encodeHex(hashReview(encodeUtf8(JSON.stringify(facts))));
}

/**
 * Returns the facts that a review's id covers, as text in a fixed order, so that differences can be
 * shown.
 */
function reviewIdFacts(review: Review, network: Network): readonly string[] {
  const { transaction, inputs, outputs, fee, feeProof, findings, knowsOwners, isWhole } = review;
  const { otherNetwork } = review;
  shownNetwork(review, network);
  return [
    `network ${network.name}${otherNetwork === undefined ? '' : `, keys of ${otherNetwork}`}`,
    `transaction ${encodeHex(encodeTransaction(transaction, { witness: true }))}`,
    ...inputs.map((input, index) => `input ${index}: ${inputFacts(input)}`),
    ...outputs.map((output, index) => `output ${index}: ${outputFacts(output)}`),
    `owners ${knowsOwners ? 'given' : 'not given'}`,
    `fee ${isWhole ? fee : 'unknown'}, ${feeProof.kind} ${feeProof.inputs.join(' ')}`,
    ...findings.map(findingFacts).sort(),
  ];
}

function inputFacts(input: ReviewedInput): string {
  const { outPoint, value: amount, certainty, scriptPubKey, owner, sighashType, verdict } = input;
  const signatures = input.signatures.map(
    ({ publicKey, signature, isValid }) =>
      `${encodeHex(publicKey)} ${encodeHex(signature)} ${isValid ? 'valid' : 'invalid'}`,
  );
  return [
    outPointKey(outPoint),
    `${amount ?? 'unknown'} ${certainty}`,
    scriptPubKey ? encodeHex(scriptPubKey) : 'unknown',
    ownerFacts(owner),
    `sighash ${sighashType ?? 'usual'}`,
    ...signatures.sort(),
    verdict ?? 'not final',
  ].join(', ');
}

const outputFacts = ({ value, scriptPubKey, role, owner, silentPayment }: ReviewedOutput): string =>
  [
    `${value}`,
    encodeHex(scriptPubKey),
    // Wallets and descriptors determine the role of the user's outputs differently, so it is left
    // out.
    owner ? ownerFacts(owner) : role,
    silentPayment ? `${silentPayment.address} ${silentPayment.isProven}` : 'no silent payment',
  ].join(', ');

const ownerFacts = (owner: Owner | undefined): string =>
  owner ? `ours ${[...owner.paths].sort().join(' ')}` : 'not ours';

const findingFacts = ({ id, inputs, outputs }: Finding): string =>
  `finding ${id}, inputs ${inputs.join(' ')}, outputs ${outputs.join(' ')}`;
