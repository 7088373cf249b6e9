/** English texts about a step with a PSBT that was done. `{0}` and so on are values. */
export const doneTexts = {
  complete: 'Signed.',
  signed: 'Signed.',
  'nonce-added': 'Nonce added (MuSig2, round 1 of 2).',
  'share-added': 'Share added (silent payment, round 1 of 2).',
  combined: 'Combined.',
  'combined-complete': 'Combined and complete.',
  broadcast: 'Broadcast it from any online wallet or node.',
  'final-before':
    'Nothing was signed. Each input has its final script already. Broadcast it from any online wallet or node.',
  'no-key-transaction':
    'Nothing was signed. None of the keys that this transaction needs are unlocked.',
  'others-missing': 'Other signatures are still missing.',
} as const;

/** Reasons why nothing was signed, and texts before the needs of inputs. */
export const outcomeTexts = {
  'no-key': 'Nothing was signed. None of the keys that this PSBT needs are unlocked.',
  'signed-before':
    'Nothing was signed. Your keys have signed this PSBT already. Give it to the next cosigner, or combine the signed copies.',
  'nonce-gone':
    'Nothing was signed. This PSBT has MuSig2 nonces, but the secret half of your nonce was used or is missing. Unlock the right keys, or start again with the PSBT as it was before the nonces.',
  'nothing-added': 'Nothing was added:',
  incomplete: 'It is not complete.',
  input: 'Input {0}:',
  inputs: 'Inputs {0}:',
  more: '{0} more inputs are incomplete.',
} as const;

/** Needs of an input that is not complete. */
export const needTexts = {
  coin: 'Add the spent output with utxoupdatepsbt, or ask the creator of the PSBT for the previous transaction.',
  failure:
    'Its final scripts do not hold: take the PSBT from before it was finalized, and sign this input again.',
  remove: 'Remove the signature of {0} and let it sign again: it is not for this transaction.',
  redeem: 'It lacks the redeemScript with the HASH160 {0}.',
  witness: 'It lacks the witnessScript with the SHA-256 {0}.',
  'public-key': 'It lacks the public key with the HASH160 {0}.',
  scripts:
    'Process it with the wallet that owns the output, or add its descriptor with utxoupdatepsbt.',
  signature: 'Still needed: a signature of {0}. Sign with the wallet or device that has this key.',
  'one-signature':
    'Still needed: a signature of one of {0}. Sign with the wallet or device that has one of these keys.',
  'musig-nonces':
    'MuSig2, round 1: {0} of {1} cosigners have added a nonce. Missing: {2}. Each signs again when all are there.',
  'musig-signatures': 'MuSig2, round 2: {0} of {1} cosigners have signed. Missing: {2}.',
  'silent-share':
    'It may lack its share for the silent payment. Sign with the wallet or device that has its key and supports silent payments (BIP375).',
  'silent-wait':
    'It has its share for the silent payment. Sign it again once all inputs have theirs.',
  'lock-older':
    'older({0}) closes a path of the script: this input needs version 2 and a sequence of at least {0}.',
  'lock-after':
    'after({0}) closes a path of the script: this input needs a locktime of at least {0} and a sequence below 4294967295.',
  'no-way': 'The PSBT does not contain how to spend this output.',
} as const;

/** Reasons why an answer was not used. They follow a colon, and have no period at the end. */
export const faultTexts = {
  'other-transaction': 'it is for another transaction',
  'lock-times': 'the lock times that its inputs ask for exclude each other',
  'bad-signature': 'the signature {0} does not hold for input {1}',
  silent: 'its silent payments are not what their addresses ask for',
  'other-sighash': 'a signature for input {0} is of another type than was asked for',
} as const;

type Texts = { readonly [id: string]: string };
type Values = readonly (string | number)[];
type MessageIn<T extends Texts> = {
  readonly id: keyof T & string;
  /** Numbers and names in the text, in the order of its places. */
  readonly values: Values;
  /** The message in English. */
  readonly text: string;
};

const messageIn = <T extends Texts>(texts: T, id: keyof T & string, values: Values) => ({
  id,
  values,
  text: (texts[id] ?? '').replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)])),
});

export type NeedMessage = MessageIn<typeof needTexts>;

/** A message about the outcome of a step with a PSBT: an id for programs, a text for people. */
export type OutcomeMessage = MessageIn<
  typeof doneTexts & typeof outcomeTexts & typeof needTexts & typeof faultTexts
>;

/** Returns a message about what was done. */
export const doneMessage = (id: keyof typeof doneTexts): OutcomeMessage =>
  messageIn(doneTexts, id, []);

export const outcomeMessage = (id: keyof typeof outcomeTexts, ...values: Values): OutcomeMessage =>
  messageIn(outcomeTexts, id, values);

/** Returns a message about what an input lacks. */
export const needMessage = (id: keyof typeof needTexts, ...values: Values): NeedMessage =>
  messageIn(needTexts, id, values);

/** Returns a message about an answer that was not used. */
export const faultMessage = (id: keyof typeof faultTexts, ...values: Values): OutcomeMessage =>
  messageIn(faultTexts, id, values);

/** Returns messages as a text in English. */
export const inEnglish = (messages: readonly Pick<OutcomeMessage, 'text'>[]): string =>
  messages.map(({ text }) => text).join(' ');
