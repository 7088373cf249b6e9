import { argumentError } from '../encoding/usage-error.ts';

/** `stop`: it should not be signed; `warn`: look twice; `note`: good to know. */
export type Severity = 'stop' | 'warn' | 'note';

/** What can be found: severity, one sentence, what to do. The ids stay the same in all versions. */
const catalog = {
  'fee-unknown': [
    'stop',
    'The fee is unknown: the amount of a coin is missing.',
    'Ask for the previous transactions (non_witness_utxo), or look the coins up in a node of yours.',
  ],
  'fee-unproven': [
    'stop',
    'The fee is not proven: it rests on amounts that are only claimed.',
    'Ask for the previous transactions (non_witness_utxo), or look the coins up in a node of yours.',
  ],
  'fee-too-high': [
    'stop',
    'The fee is too high.',
    'Lower the fee rate, or add the change output that is missing. If you want to pay this fee, raise the limit.',
  ],
  'fee-negative': [
    'stop',
    'The outputs are worth more than the inputs.',
    'Do not sign: an amount is wrong.',
  ],
  'amount-impossible': [
    'stop',
    'The inputs hold more than all bitcoin there can be.',
    'Do not sign: an amount is wrong.',
  ],
  'sighash-none': [
    'stop',
    'The signature covers no output: anybody can then send this money anywhere (SIGHASH_NONE).',
    'Do not sign, unless you know why.',
  ],
  'sighash-single': [
    'stop',
    'The signature covers one output only: the others can be changed (SIGHASH_SINGLE).',
    'Do not sign, unless you know why.',
  ],
  'sighash-single-without-output': [
    'stop',
    'SIGHASH_SINGLE without its output: a legacy signature could then spend every coin of its key.',
    'Do not sign.',
  ],
  'sighash-anyone-can-pay': [
    'stop',
    'The signature covers its own coin only: others can add inputs (SIGHASH_ANYONECANPAY).',
    'Do not sign, unless you know why.',
  ],
  'sighash-undefined': [
    'stop',
    'There is no such sighash type.',
    'Do not sign: ask for another PSBT.',
  ],
  'change-not-ours': [
    'stop',
    'An output is passed off as your change, but is not of your descriptors.',
    'Do not sign. The program that made this PSBT is wrong about your keys, or an attacker changed it.',
  ],
  'input-foreign-script': [
    'stop',
    "Your key can sign this input, but the script of its coin is not your wallet's.",
    'Do not sign. If the coin is yours, open the descriptor that has its script.',
  ],
  'input-not-ours': [
    'stop',
    'An input is passed off as yours, but is not of your descriptors.',
    'Do not sign. The program that made this PSBT is wrong about your keys, or an attacker changed it.',
  ],
  'xpub-not-ours': [
    'stop',
    'An extended key is passed off as yours, but is not of your descriptors.',
    'Do not sign. The program that made this PSBT is wrong about your keys, or an attacker changed it.',
  ],
  'input-twice': [
    'stop',
    'The same coin is spent twice: no node takes it.',
    'Do not sign: ask for another PSBT.',
  ],
  'amount-contradicted': [
    'stop',
    'An amount that is claimed is not what the coin holds.',
    'Do not sign: the difference would be paid as fee.',
  ],
  'utxo-mismatch': [
    'stop',
    'The PSBT contradicts itself or the chain about a coin.',
    'Do not sign: ask for another PSBT.',
  ],
  'script-mismatch': [
    'stop',
    'A script or key in the PSBT is not the one that locks the coin.',
    'Do not sign: ask for another PSBT.',
  ],
  'output-mismatch': [
    'stop',
    'A script or key in the PSBT is not the one that the output pays.',
    'Do not sign: ask for another PSBT.',
  ],
  'input-unspendable': [
    'stop',
    'No signature can make an input valid: the script of its coin always fails.',
    'Do not sign. Leave the coin out: it is lost.',
  ],
  'signature-invalid': [
    'stop',
    'A signature that is there does not hold.',
    'Do not sign: something was changed after it, or a signer is broken.',
  ],
  'modifiable-signed': [
    'stop',
    'The PSBT says that others may add inputs or outputs, and a signature that is there covers them.',
    'Sign only if nothing is to be added: the signature would become invalid. Else let its signer sign last.',
  ],
  'lock-unmet': [
    'stop',
    'No signature can make an input valid: every path that can be signed here needs another sequence, lock time or version.',
    'Do not sign. Create the PSBT again with what the path needs.',
  ],
  'coin-amount-changed': [
    'stop',
    'You have seen this coin before, with another amount.',
    'Do not sign: one was a lie. Signatures of both together can pay the difference as fee.',
  ],
  'coin-paid-elsewhere': [
    'stop',
    'You already signed a transaction that spends this coin and pays differently.',
    'Sign only to replace that one. Both can be broadcast, and only one can confirm.',
  ],
  'output-unspendable': [
    'stop',
    'Money goes where nobody can ever spend it.',
    'Do not sign, unless it is meant so.',
  ],
  'output-anyone-can-spend': [
    'stop',
    'Money goes where anybody can spend it.',
    'Do not sign, unless it is meant so.',
  ],
  'address-look-alike': [
    'stop',
    'An address begins and ends like one that you know, and is another.',
    'Compare the whole address: it may have been planted for you to copy.',
  ],
  'silent-malformed': [
    'stop',
    'The PSBT contains a field of silent payments that breaks BIP375, so the payment cannot be checked.',
    'Do not sign. Create the PSBT again with a wallet that supports silent payments (BIP375).',
  ],
  'silent-input-version': [
    'stop',
    'A coin of a witness version above 1 is spent beside a silent payment: the payee would never find the money.',
    'Spend other coins.',
  ],
  'silent-script-wrong': [
    'stop',
    'An output does not pay the silent payment address that the PSBT shows: the payee would never find the money.',
    'Do not sign. The program that computed the script is broken, or an attacker changed it. Create the PSBT again.',
  ],
  'silent-proof-invalid': [
    'stop',
    'A proof that a silent payment goes to its address is wrong.',
    'Do not sign. The program that computed the share is broken, or an attacker changed it. Create the PSBT again.',
  ],
  'silent-proof-missing': [
    'stop',
    'Nothing proves that an output pays the silent payment address that the PSBT shows: a share, a proof or the public key of an input is missing.',
    'Ask the other signers for a PSBT with their shares and proofs (BIP375), and with the derivation of every input.',
  ],
  'silent-modifiable': [
    'stop',
    'The script of a silent payment is set, but inputs or outputs may still be added: each would make it wrong.',
    'Do not sign. Ask for a PSBT whose modifiable flags are off (BIP375).',
  ],
  'silent-sighash': [
    'stop',
    'A signature beside a silent payment must cover everything (SIGHASH_ALL): otherwise others could make the payment worthless.',
    'Ask for a PSBT without another sighash type.',
  ],
  'locktime-far': [
    'stop',
    'It cannot be mined for a long time, and the coins hang until then.',
    'Do not sign, unless it is meant so.',
  ],
  'relative-lock-far': [
    'stop',
    'It cannot be mined until a coin is very old, although the script of the coin does not ask for it.',
    'Do not sign, unless you want to wait that long. Ask for a PSBT with another sequence.',
  ],
  'fee-very-high': [
    'warn',
    'The fee is very high.',
    'Lower the fee rate, unless you want to pay this fee. A strict policy does not.',
  ],
  'fee-high': [
    'warn',
    'The fee is high.',
    'Compare it with the fee rates of now. Lower the fee rate if you can wait.',
  ],
  'change-far': [
    'warn',
    'An output is yours, but too far away in its descriptor to be found after a restore.',
    'Write the position down, or ask for the next address. Who alone knows it could demand a ransom.',
  ],
  'nothing-comes-back': [
    'warn',
    'No money comes back: no output is yours.',
    'Sign only if you want to send all of it. If you expected change, do not sign.',
  ],
  'wallet-unregistered': [
    'warn',
    'Your key is one of those that lock this input, and the wallet that they belong to is not known.',
    "Compare every output with what you want to pay. To have change proven, add the wallet's descriptor or file to your keys.",
  ],
  'change-unproven': [
    'warn',
    'The PSBT says that an output is change, and nothing proves it.',
    'Give your descriptors or your wallet.',
  ],
  'silent-script-pending': [
    'warn',
    'The script of a silent payment is not computed yet, so nothing can be signed.',
    'Collect the shares and proofs of all signers first.',
  ],
  'output-unknown-version': [
    'warn',
    'Money goes to a witness version without rules: anybody can spend it.',
    'Ask for another address.',
  ],
  'output-bare': [
    'warn',
    'An output pays public keys themselves. That has no address, and few wallets can receive it.',
    'Ask the payee for an address.',
  ],
  'output-data-large': [
    'warn',
    'Outputs carry much data, which stays in the chain forever and costs a fee by the byte.',
    'Sign only if you want to pay for this data.',
  ],
  'output-dust': [
    'warn',
    'An output is worth less than it costs to spend: nodes do not pass that on.',
    'Leave it out.',
  ],
  'output-repeated': [
    'warn',
    'The same address is paid more than once.',
    'Look whether it is meant.',
  ],
  'address-used': [
    'note',
    'An address was paid before: everybody sees that both have one owner.',
    'Ask for another address.',
  ],
  'coin-not-found': [
    'warn',
    'The chain knows no such unspent coin.',
    'Look whether the node is up to date, and whether the coin was spent.',
  ],
  'no-input-ours': [
    'warn',
    'No input is yours: your keys sign nothing.',
    'Look whether this is the right wallet.',
  ],
  'inputs-of-others': [
    'warn',
    'Some inputs are not yours: others sign for them.',
    'Sign only if you expect that, and look what it costs you.',
  ],
  'xpub-wrong': [
    'warn',
    'An extended key contradicts the path that the PSBT names for it, or another entry.',
    'Compare the key with the one that your cosigner gave you.',
  ],
  'keys-of-another-network': [
    'warn',
    'Keys that are to sign belong to another network.',
    'Look at the paths: what looks like play money may be real.',
  ],
  'input-uneconomic': ['warn', 'A coin costs more to spend than it is worth.', 'Leave it out.'],
  'input-dust': [
    'warn',
    'A tiny coin is spent with others: it may have been sent to link your addresses.',
    'Leave it out.',
  ],
  'fee-too-low': [
    'warn',
    'The fee is lower than what nodes pass on.',
    'Raise the fee rate, or pay with a child.',
  ],
  'locktime-future': ['warn', 'It cannot be mined yet.', 'Wait.'],
  'not-standard': [
    'warn',
    'Nodes would not pass it on.',
    'Change what is named: only a miner could take it.',
  ],
  'psbt-modifiable': [
    'warn',
    'The PSBT says that others may add inputs or outputs.',
    'Sign only once it is complete.',
  ],
  'modifiable-wrong': [
    'warn',
    'The flags of the PSBT for what others may change are wrong (BIP370).',
    'Ask for a PSBT with the right flags.',
  ],
  'sighash-differs': [
    'warn',
    'A signature has another sighash type than the PSBT asks for.',
    'Ask its signer to sign again with the type that is asked for: others may refuse to add theirs.',
  ],
  annex: [
    'warn',
    'A witness carries an annex, which has no meaning yet: nodes do not pass that on.',
    'Ask why it is there.',
  ],
  'fee-proven-once': [
    'note',
    'The fee is proven for this PSBT only, not for a second one with other amounts.',
    'Sign only one PSBT for these coins, or ask for the previous transactions of all inputs.',
  ],
  'output-data': [
    'note',
    'An output carries data that stays in the chain forever.',
    'Look whether it is meant.',
  ],
  'fields-unknown': [
    'note',
    'The PSBT carries fields that are not known here.',
    'They do not change what is signed.',
  ],
  'nothing-to-sign': ['note', 'Every input is final: there is nothing to sign.', 'It can be sent.'],
  'locktime-ignored': [
    'note',
    'Its lock time does not count: every input is final by its sequence.',
    'Do not rely on the lock.',
  ],
  'relative-lock': ['note', 'A coin must have a certain age before this can be mined.', 'Wait.'],
  truc: [
    'note',
    'It is of version 3: it may always be replaced, and have few relatives.',
    'Nothing has to be done.',
  ],
  'not-replaceable': [
    'note',
    'It does not ask to be replaceable.',
    'Choose the fee well: some nodes take no replacement.',
  ],
} as const satisfies { readonly [id: string]: readonly [Severity, string, string] };

/** What a finding is called, in all versions. */
export type FindingId = keyof typeof catalog;

/** A finding's severity, sentence and advice. */
export type CatalogEntry = {
  /** How bad it is. */
  readonly severity: Severity;
  /** One sentence. */
  readonly text: string;
  /** What to do about it. */
  readonly advice: string;
};

/** All that can be found, the worst first. */
export const findingIds = Object.keys(catalog) as readonly FindingId[];

/**
 * A finding's severity, sentence and advice. Throws a `TypeError` (`ERR_INVALID_ARG_TYPE`) for an
 * unknown id.
 */
export function catalogEntry(id: FindingId): CatalogEntry {
  if (!isFindingId(id)) {
    throw argumentError(
      'catalogEntry: id must be one of findingIds, not another text',
      'Compare its spelling.',
    );
  }
  const [severity, text, advice] = catalog[id];
  return { severity, text, advice };
}

export function isFindingId(text: string): text is FindingId {
  return findingIds.some((id) => id === text);
}
