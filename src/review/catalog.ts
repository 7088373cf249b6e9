import { checkArguments } from '../arguments/check-arguments.ts';
import { argumentError } from '../encoding/coldsign-error.ts';

/** `stop`: do not sign; `warn`: look twice; `note`: good to know. */
export type Severity = 'stop' | 'warn' | 'note';

/** Severity, message and advice of each finding. The ids stay the same in all versions. */
const catalog = {
  'fee-unknown': [
    'stop',
    'The fee is unknown, and could be huge, because the amount of a coin is missing.',
    'Export the PSBT again with the previous transactions included (non_witness_utxo), or look up the coins in your own node.',
  ],
  'fee-unproven': [
    'stop',
    "The fee can't be verified. The PSBT does not prove the amounts of its coins, so an attacker could hide a huge fee.",
    'Export the PSBT again with the previous transactions included (non_witness_utxo), or look up the coins in your own node. Confirm it only if you trust the computer that made this PSBT, and sign this payment only once.',
  ],
  'fee-too-high': [
    'stop',
    'The fee is too high.',
    'Lower the fee rate, or add the change output if it is missing. If you really want to pay this fee, confirm it.',
  ],
  'fee-negative': [
    'stop',
    'The outputs are worth more than the inputs.',
    'Do not sign. An amount is wrong: create the PSBT again from the coins that you have.',
  ],
  'amount-impossible': [
    'stop',
    'The inputs claim to hold more bitcoin than can exist.',
    'Do not sign. An amount is wrong: create the PSBT again from the coins that you have.',
  ],
  'output-impossible': [
    'stop',
    'An output has a negative amount, or more bitcoin than can exist, so no node accepts the transaction.',
    'Do not sign. Another output may take money that the sums hide. Create the PSBT again.',
  ],
  'input-null': [
    'stop',
    'An input names no coin, so no node accepts the transaction.',
    'Do not sign. Create the PSBT again from the coins that you have.',
  ],
  'sighash-none': [
    'stop',
    'The signature covers no output, so anyone can then send this money anywhere (SIGHASH_NONE).',
    'Do not sign. Ask for a PSBT with the usual sighash type (ALL).',
  ],
  'sighash-single': [
    'stop',
    'The signature covers only one output, so the others can be changed later (SIGHASH_SINGLE).',
    'Sign only if you offer this coin for sale or as a pledge, and this output is what you want in return.',
  ],
  'sighash-single-without-output': [
    'stop',
    'SIGHASH_SINGLE has no matching output. A legacy signature of this kind could spend every coin of its key.',
    'Do not sign. Ask for a PSBT with the usual sighash type (ALL).',
  ],
  'sighash-anyone-can-pay': [
    'stop',
    'The signature covers only its own coin, so others can add inputs (SIGHASH_ANYONECANPAY).',
    'Sign only if you want others to add inputs, as in an offer or a pledge.',
  ],
  'sighash-undefined': [
    'stop',
    'The sighash type does not exist. Nodes do not relay such a signature, and it may not cover what you expect.',
    'Do not sign. Ask for a PSBT with the usual sighash type (ALL).',
  ],
  'change-not-ours': [
    'stop',
    "The PSBT labels an output as your change, but your wallet doesn't control it.",
    'Do not sign. The wallet that made this PSBT is misconfigured or malicious. If the output belongs to another of your wallets, open that wallet too.',
  ],
  'input-foreign-script': [
    'stop',
    "Your key can sign this input, but the script of its coin is not your wallet's.",
    'Do not sign. If the coin is yours, open the descriptor that has its script.',
  ],
  'input-not-ours': [
    'stop',
    "The PSBT labels an input as yours, but your wallet doesn't control it.",
    'Do not sign. The wallet that made this PSBT is misconfigured or malicious. If the coin belongs to another of your wallets, open that wallet too.',
  ],
  'input-other-account': [
    'stop',
    'A coin belongs to another of your accounts.',
    'Check how the coin came into the PSBT. If you meant to spend it too, review the payment with both accounts.',
  ],
  'network-mismatch': [
    'stop',
    'The PSBT is for another network than the one you chose.',
    'Choose the network of the PSBT, then review it again. Sign it as it is only if you know on which network its coins are.',
  ],
  'xpub-not-ours': [
    'stop',
    "The PSBT labels an extended key as yours, but your wallet doesn't have it.",
    'Do not sign. The wallet that made this PSBT is misconfigured or malicious: cosigners would rely on a wrong key.',
  ],
  'input-twice': [
    'stop',
    'The transaction spends the same coin twice, so no node accepts it.',
    'Do not sign. Create the PSBT again with each coin once.',
  ],
  'amount-contradicted': [
    'stop',
    'The PSBT claims an amount that the coin does not have.',
    'Do not sign. You could lose the difference as a fee. Create the PSBT again, with the previous transactions included.',
  ],
  'utxo-mismatch': [
    'stop',
    'The PSBT contradicts itself or the chain about a coin.',
    'Do not sign. Create the PSBT again, with the previous transactions included.',
  ],
  'script-mismatch': [
    'stop',
    'A script or key in the PSBT is not the one that locks the coin.',
    'Do not sign. Create the PSBT again in the wallet that the coin belongs to.',
  ],
  'output-mismatch': [
    'stop',
    'A script or key in the PSBT is not the one that the output pays.',
    'Do not sign. Create the PSBT again in the wallet that the output belongs to.',
  ],
  'input-unspendable': [
    'stop',
    'No signature can make an input valid, because the script of its coin always fails.',
    'Do not sign. Create the PSBT again without this coin, which is lost.',
  ],
  'signature-invalid': [
    'stop',
    'An existing signature is invalid.',
    'Do not sign. The PSBT was changed after it was signed, or a signer is broken. Sign again from the unsigned PSBT.',
  ],
  'modifiable-signed': [
    'stop',
    'The PSBT lets others add inputs or outputs, but an existing signature covers them.',
    'Sign only if nothing will be added, because an addition makes that signature invalid. Otherwise let its signer sign last.',
  ],
  'lock-unmet': [
    'stop',
    'No signature can make an input valid. Every path that you can sign needs another sequence, lock time or version.',
    'Do not sign. Create the PSBT again with the values that the path needs.',
  ],
  'coin-amount-changed': [
    'stop',
    'This coin had another amount when you reviewed or signed for it before.',
    'Do not sign. One of the two amounts is false, and an attacker could combine signatures for both into a transaction with a huge fee.',
  ],
  'coin-paid-elsewhere': [
    'stop',
    'You already signed a transaction that spends this coin and pays differently.',
    'Continue only if this one replaces it. Both can be broadcast, and only one can confirm.',
  ],
  'output-unspendable': [
    'stop',
    'An output can never be spent, so its money is destroyed.',
    'Do not sign, unless you want to destroy this money.',
  ],
  'output-anyone-can-spend': [
    'stop',
    'Anyone can spend an output, so its money would be lost.',
    'Do not sign, unless you want to give this money away.',
  ],
  'address-look-alike': [
    'stop',
    'An address begins and ends like another one, but is different.',
    'Compare every character with the address that you were given. An attacker may have planted an address for you to copy.',
  ],
  'silent-malformed': [
    'stop',
    'The PSBT contains a field of silent payments that breaks BIP375, so the payment cannot be checked.',
    'Do not sign. Create the PSBT again with a wallet that supports silent payments (BIP375).',
  ],
  'silent-input-version': [
    'stop',
    'A coin with a witness version above 1 is spent beside a silent payment, so the payee would never find the money.',
    'Do not sign. Create the PSBT again with other coins.',
  ],
  'silent-script-wrong': [
    'stop',
    'An output does not pay the silent payment address that the PSBT shows, so the payee would never find the money.',
    'Do not sign. The program that computed the script is broken, or an attacker changed it. Create the PSBT again.',
  ],
  'silent-proof-invalid': [
    'stop',
    'The proof that a silent payment goes to its address is wrong, so the payee may never find the money.',
    'Do not sign. The program that computed the share is broken, or an attacker changed it. Create the PSBT again.',
  ],
  'silent-proof-missing': [
    'stop',
    'The PSBT does not prove that an output pays its silent payment address. A share, a proof or the public key of an input is missing.',
    'Ask the other signers for a PSBT with their shares and proofs (BIP375), and with the derivation of every input.',
  ],
  'silent-modifiable': [
    'stop',
    'The script of a silent payment is set, but others can still add inputs or outputs. An addition would make the script wrong, so the payee would never find the money.',
    'Do not sign. Ask for a PSBT whose modifiable flags are off (BIP375).',
  ],
  'silent-sighash': [
    'stop',
    'A signature beside a silent payment does not cover everything (SIGHASH_ALL), so others could change the transaction and the payee would never find the money.',
    'Do not sign. Ask for a PSBT with the usual sighash type (ALL).',
  ],
  'name-not-this-output': [
    'stop',
    'An output does not pay the address of the payment name that the PSBT shows.',
    'Do not sign. Either an attacker changed the address, or the name has a new one. Ask the payee.',
  ],
  'name-proof-invalid': [
    'stop',
    'The PSBT contains an invalid proof of a payment name (BIP353).',
    'Do not sign. Ask for a new PSBT, or compare the address with the payee.',
  ],
  'locktime-far': [
    'stop',
    'The transaction is time-locked. It cannot confirm for a long time, and your coins are tied up until then.',
    'Do not sign, unless you want to wait that long.',
  ],
  'relative-lock-far': [
    'stop',
    'The transaction cannot confirm until a coin is very old, although the script of the coin does not require it.',
    'Do not sign, unless you want to wait that long. Ask for a PSBT with another sequence.',
  ],
  'fee-very-high': [
    'warn',
    'The fee is very high.',
    'Lower the fee rate, unless you want to pay this fee. A strict policy refuses it.',
  ],
  'fee-high': [
    'warn',
    'The fee is high.',
    'Compare it with current fee rates. Lower the fee rate if you can wait.',
  ],
  'payee-paid-twice': [
    'warn',
    'You already signed another payment to this address, from other coins. Both can confirm.',
    'Sign only if you want to pay twice. To replace the first payment, spend one of its coins.',
  ],
  'payee-added': [
    'warn',
    'You already signed a transaction with this coin. This one replaces it, and also pays someone whom that one did not pay.',
    'Sign only if you added this payee yourself. To raise the fee, no payee has to be added.',
  ],
  'change-far': [
    'warn',
    'An output is yours, but your wallet would not find this address after a restore.',
    'Use a fresh address, or write down the position. Someone else who knows it could extort you.',
  ],
  'change-other-script': [
    'warn',
    'An output is yours, but its script is not the one of the coin with the same key. Cosigners, a backup key or a recovery path may be missing.',
    'Sign only if you want to move money to this script. If you expected change, ask for a PSBT whose change has the script of the coin.',
  ],
  'nothing-comes-back': [
    'warn',
    'No money comes back: no output is yours.',
    'Sign only if you want to send all of it. If you expected change, do not sign.',
  ],
  'little-comes-back': [
    'warn',
    'Less than 1 % of your coins comes back, and the transaction has several payees.',
    'Check every payee. One of them may take what should be your change.',
  ],
  'coinjoin-short': [
    'warn',
    'Others get equal amounts, as in a coinjoin, but you lose at least as much. Your share may be missing.',
    'Sign only if you want to pay that much. In a coinjoin, ask for a PSBT with your output.',
  ],
  'wallet-unregistered': [
    'warn',
    'This input belongs to a wallet with several keys. One of them is yours, but the wallet is not open, so change cannot be verified.',
    "Compare every output with what you want to pay. To verify change, add the wallet's descriptor or file to your keys.",
  ],
  'change-unproven': [
    'warn',
    'The PSBT labels an output as change, but does not prove it. The money could go to someone else.',
    'Open your wallet or your descriptors to verify it.',
  ],
  'name-proof-expired': [
    'warn',
    "By this computer's clock, the proof of a payment name has expired or is not valid yet.",
    'Check the clock. If it is right, ask for a PSBT with a new proof.',
  ],
  'name-proven': [
    'note',
    'An output pays the address of a payment name. DNSSEC proves it, from the keys of the DNS root.',
    'Compare the name with the payee that you expect.',
  ],
  'silent-script-pending': [
    'warn',
    'The script of a silent payment is not computed yet. The last signer who adds a share computes and proves it.',
    'Compare the silent payment address. If others sign too, pass the PSBT on: it comes back with its script for your signature.',
  ],
  'locktime-unsure': [
    'warn',
    "By this computer's clock, the transaction cannot confirm for a long time.",
    'Check the clock. If it is right, do not sign, unless you want to wait that long.',
  ],
  'relative-lock-unsure': [
    'warn',
    'The transaction cannot confirm until a coin is very old. The PSBT does not show whether the script of the coin requires that.',
    'Open the descriptor of the coin to check it. Sign only if you use a recovery path that has to wait.',
  ],
  'recovery-path': [
    'warn',
    'A coin is spent by a path of its script that opens only after a wait, such as a recovery path.',
    'Sign only if you want to use this path. Otherwise ask for a PSBT without the wait.',
  ],
  'output-without-key': [
    'warn',
    'An output can be spent without a signature. Anyone who learns its secret, such as the preimage of a hash, can take the money.',
    'Ask the payee for an address, unless you know this script.',
  ],
  'script-not-relayed': [
    'warn',
    'Nodes do not relay a transaction that spends this script, for example because of an uncompressed key in a witness script.',
    'Only a miner could include such a transaction. Ask for an address with another script.',
  ],
  'output-unknown-version': [
    'warn',
    'An output uses a witness version that has no rules yet, so anyone can spend it.',
    'Ask for another address.',
  ],
  'output-bare': [
    'warn',
    'An output pays a bare public key or multisig, which has no address. Few wallets can receive it.',
    'Ask the payee for an address.',
  ],
  'output-data-large': [
    'warn',
    'Outputs store a lot of data in the chain forever, and you pay a fee for every byte.',
    'Sign only if you want to pay for this data.',
  ],
  'output-dust': [
    'warn',
    'An output is worth less than it costs to spend, so nodes do not relay the transaction.',
    'Leave this output out, or make it larger.',
  ],
  'output-repeated': [
    'warn',
    'The same address is paid more than once.',
    'Make sure that this is intended.',
  ],
  'fields-unrelated': [
    'warn',
    'The PSBT names keys, paths or leaves that do not belong to its scripts.',
    'They do not redirect money, but they may mislead other signers. Ask who added them.',
  ],
  'address-used': [
    'note',
    'This address was paid before, so everyone can see that both payments have one owner.',
    'Ask the payee for a fresh address.',
  ],
  'coin-not-found': [
    'warn',
    'A coin is not among the unspent coins of the chain: it is already spent, or does not exist.',
    'Check that the node is up to date. If it is, create the PSBT again with other coins.',
  ],
  'no-input-ours': [
    'warn',
    'None of these coins belong to the open keys, so you cannot sign for them.',
    'Open the right wallet. A typo in the passphrase opens another one.',
  ],
  'inputs-of-others': [
    'warn',
    'Some inputs are not yours, so others sign for them.',
    'Sign only if you expect that. Check what the transaction costs you.',
  ],
  'xpub-unknown': [
    'warn',
    'The PSBT names an extended key that your wallet does not have.',
    'Ask who added it. Other signers may take it for the key of a cosigner.',
  ],
  'xpub-wrong': [
    'warn',
    'An extended key contradicts its path in the PSBT, or another entry.',
    "Compare the key with your cosigner's.",
  ],
  'keys-of-another-network': [
    'warn',
    'The PSBT names keys of another network.',
    'Check that you chose the right network. On the wrong one, real money looks like test money, or test money like real.',
  ],
  'input-uneconomic': [
    'warn',
    "One coin costs more in fees than it's worth.",
    'Consider leaving it out.',
  ],
  'input-dust': [
    'warn',
    'A tiny coin is spent together with others. Someone may have sent it to link your addresses.',
    'Consider leaving it out.',
  ],
  'fee-too-low': [
    'warn',
    'The fee is below what nodes relay.',
    'Raise the fee rate, or bump it later with a child that pays for it (CPFP).',
  ],
  'locktime-future': [
    'warn',
    'The transaction is time-locked and cannot confirm yet.',
    'Wait until then before you broadcast it.',
  ],
  'not-standard': [
    'warn',
    'Nodes do not relay this transaction.',
    'Fix the problem that is named here. Otherwise only a miner could include the transaction.',
  ],
  'psbt-modifiable': [
    'warn',
    'The PSBT lets others add inputs or outputs.',
    'Sign only once it is complete.',
  ],
  'modifiable-wrong': [
    'warn',
    'The PSBT has wrong flags for what others may change (BIP370).',
    'Ask for a PSBT with the right flags.',
  ],
  'sighash-differs': [
    'warn',
    'A signature has another sighash type than the PSBT asks for.',
    'Ask its signer to sign again with the right type. Other signers may refuse to add theirs.',
  ],
  annex: [
    'warn',
    'A witness contains an annex, which has no meaning yet. Nodes do not relay it.',
    'Ask why it is there.',
  ],
  'wallet-proven': [
    'note',
    "This input's wallet is not open, but the extended keys in the PSBT derive the scripts of its coins. They prove which outputs are change.",
    "To check the cosigners, too, add the wallet's descriptor or file to your keys.",
  ],
  'fee-proven-once': [
    'note',
    'The fee is proven for this PSBT only, not for a second one with other amounts.',
    'Sign only one PSBT for these coins, or ask for the previous transactions of all inputs.',
  ],
  'output-data': [
    'note',
    'An output stores data in the chain forever.',
    'Make sure that this is intended.',
  ],
  'fields-unknown': [
    'note',
    'The PSBT contains fields that coldsign does not know.',
    'They do not change what is signed.',
  ],
  'nothing-to-sign': ['note', 'Fully signed.', 'Broadcast it if you agree with this review.'],
  'locktime-ignored': [
    'note',
    'The lock time has no effect, because every input disables it.',
    'Do not rely on the lock.',
  ],
  'relative-lock': [
    'note',
    'A coin must reach a certain age before this transaction can confirm.',
    'Wait until then before you broadcast it.',
  ],
  truc: ['note', 'Version 3 transaction (TRUC): always replaceable.', 'No action is needed.'],
  'not-replaceable': [
    'note',
    'Replace-by-fee is off, so you may not be able to raise the fee later.',
    'Choose the fee with care.',
  ],
} as const satisfies { readonly [id: string]: readonly [Severity, string, string] };

/** The name of a finding, the same in all versions. */
export type FindingId = keyof typeof catalog;

/** A finding's severity, sentence and advice. */
type CatalogEntry = {
  /** Stop, warning or note. */
  readonly severity: Severity;
  /** One sentence. */
  readonly text: string;
  /** Advice: the next step for the user. */
  readonly advice: string;
};

/** The ids of all findings, the worst first. */
export const findingIds = Object.keys(catalog) as readonly FindingId[];

/**
 * Returns a finding's severity, sentence and advice. Throws a `ColdsignError` (`WRONG_ARGUMENT`)
 * for an unknown id.
 *
 * @param id - One of `findingIds`; docs/review.md explains each.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` for an unknown id.
 */
export function catalogEntry(id: FindingId): CatalogEntry {
  checkArguments('catalogEntry', { id: [id, 'text'] });
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
