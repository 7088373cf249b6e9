/** `stop`: it should not be signed; `warn`: look twice; `note`: good to know. */
export type Severity = 'stop' | 'warn' | 'note';

/** What can be found: severity, one sentence, what to do. The ids stay the same in all versions. */
const catalog = {
  'fee-unknown': [
    'stop',
    'The fee is not known: nobody tells the amount of a coin that is spent.',
    'Ask for a PSBT that has the previous transactions, or look the coins up in a node of yours.',
  ],
  'fee-unproven': [
    'stop',
    'The fee is not proven: it rests on amounts that somebody only claims.',
    'Ask for a PSBT that has the whole previous transactions (non_witness_utxo), or look the coins up in a node of yours.',
  ],
  'fee-too-high': [
    'stop',
    'The fee is higher than anybody pays on purpose.',
    'Make the transaction anew with a lower fee rate.',
  ],
  'fee-negative': [
    'stop',
    'The outputs are worth more than the inputs: no node takes it.',
    'Somebody told a wrong amount: do not sign.',
  ],
  'sighash-none': [
    'stop',
    'Once it is signed, anybody can send this money wherever they like: the signature covers no output (SIGHASH_NONE).',
    'Do not sign, unless you know very well why.',
  ],
  'sighash-single': [
    'stop',
    'The signature covers one output only: all others can be changed afterwards (SIGHASH_SINGLE).',
    'Do not sign, unless you know very well why.',
  ],
  'sighash-single-without-output': [
    'stop',
    'The signature would cover no output, as SIGHASH_SINGLE has none for this input; a legacy one could then spend every coin of its key.',
    'Do not sign.',
  ],
  'sighash-anyone-can-pay': [
    'stop',
    'The signature covers its own coin only: others can add inputs, or take the coin into another transaction (SIGHASH_ANYONECANPAY).',
    'Do not sign, unless you know very well why.',
  ],
  'sighash-undefined': [
    'stop',
    'The kind of signature that is asked for does not exist.',
    'Do not sign: ask for a PSBT without a sighash type.',
  ],
  'change-not-ours': [
    'stop',
    'An output is passed off as your change, but it does not come from your descriptors: the money would go to somebody else.',
    'Do not sign: whoever made this PSBT is wrong about your keys, or lies.',
  ],
  'change-far': [
    'stop',
    'An output is yours, but so far away in its descriptor that no wallet would find it after a restore.',
    'Do not sign: ask for an address that the wallet gives next. Who knows the number could demand a ransom for it.',
  ],
  'input-twice': [
    'stop',
    'The same coin is spent twice: no node takes it.',
    'Do not sign: whoever made it is wrong, or wants the fee to look smaller.',
  ],
  'amount-contradicted': [
    'stop',
    'An amount that is claimed is not what the coin holds.',
    'Do not sign: somebody told a wrong amount, and what is not an output is paid as fee.',
  ],
  'utxo-mismatch': [
    'stop',
    'A PSBT tells two different things about the same coin.',
    'Do not sign: ask for another PSBT.',
  ],
  'script-mismatch': [
    'stop',
    'A script that comes along is not the one that locks the coin.',
    'Do not sign: ask for another PSBT.',
  ],
  'signature-invalid': [
    'stop',
    'A signature that is there does not hold.',
    'Do not sign: something was changed after it was made, or a signer is broken.',
  ],
  'coin-amount-changed': [
    'stop',
    'You have seen this coin before, with another amount.',
    'Do not sign: one of the two was a lie. Signatures of both together can pay the difference as fee.',
  ],
  'coin-paid-elsewhere': [
    'stop',
    'You have signed for this coin before, and paid somebody else with it.',
    'Sign only if this is to replace the other one. Both can be sent, and only one of them will be mined.',
  ],
  'output-unspendable': [
    'stop',
    'Money goes where nobody can ever spend it.',
    'Do not sign, unless it is meant to be burned.',
  ],
  'output-anyone-can-spend': [
    'stop',
    'Money goes where anybody can take it.',
    'Do not sign, unless it is meant so.',
  ],
  'address-look-alike': [
    'stop',
    'An address begins and ends like one that you know, and is another.',
    'Do not sign before you have compared the whole address: it may have been planted for you to copy.',
  ],
  'locktime-far': [
    'stop',
    'It cannot be mined for a long time: until then the coins hang, and whoever has it can wait.',
    'Do not sign, unless a long lock is what you want.',
  ],
  'change-unproven': [
    'warn',
    'A PSBT says that an output is change; nothing here proves it, so that it counts as paid to somebody else.',
    'Give your descriptors or your wallet, so that it can be derived anew.',
  ],
  'output-unknown-version': [
    'warn',
    'Money goes to a witness version that has no rules yet: until it has some, anybody can take it.',
    'Ask the payee for another address.',
  ],
  'output-dust': [
    'warn',
    'An output is worth less than it costs to spend: nodes do not pass that on.',
    'Leave it out.',
  ],
  'output-repeated': [
    'warn',
    'The same address is paid more than once.',
    'Look whether both are meant.',
  ],
  'address-used': [
    'note',
    'An address was paid before.',
    'Everybody can see that both payments went to the same owner. Ask for a new one where you can.',
  ],
  'coin-not-found': [
    'warn',
    'The chain knows no such unspent coin: it is spent, or was never made.',
    'Look whether the node is up to date, and whether the coin was spent already.',
  ],
  'no-input-ours': [
    'warn',
    'No input is yours: there is nothing that your keys could sign.',
    'Look whether this is the right wallet.',
  ],
  'inputs-of-others': [
    'warn',
    'Some inputs are not yours: others sign for them.',
    'Sign only if you expect that. What yours bring, less what comes back to you, is what it costs you.',
  ],
  'keys-of-another-network': [
    'warn',
    'Keys that are to sign belong to another network.',
    'Look at the paths: a payment that looks like play money may be a real one.',
  ],
  'input-uneconomic': [
    'warn',
    'A coin costs more to spend than it is worth.',
    'Leave it out, unless you want to get rid of it.',
  ],
  'input-dust': [
    'warn',
    'A tiny coin is spent together with others: it may have been sent to you to link your addresses.',
    'Leave it out, unless you know where it is from.',
  ],
  'fee-too-low': [
    'warn',
    'The fee is lower than what nodes pass on.',
    'Make the transaction anew with a higher fee rate, or pay for it with a child.',
  ],
  'locktime-future': [
    'warn',
    'It cannot be mined yet.',
    'Wait, or ask for one without a lock time.',
  ],
  'not-standard': [
    'warn',
    'Nodes would not pass it on.',
    'Only a miner could take it: change what is named.',
  ],
  'psbt-modifiable': [
    'warn',
    'The PSBT says that others may still add inputs or outputs.',
    'Sign only once it is complete: what you see may not be what is sent.',
  ],
  annex: [
    'warn',
    'A witness carries an annex, which has no meaning yet.',
    'Nodes do not pass that on. Ask why it is there.',
  ],
  'output-data': [
    'note',
    'An output carries data that stays in the chain forever.',
    'Look whether it is meant.',
  ],
  'fields-unknown': [
    'note',
    'The PSBT carries fields that are not known here.',
    'They do not change what is signed. Other signers may act by them.',
  ],
  'nothing-to-sign': [
    'note',
    'Every input is final: there is nothing left to sign.',
    'It can be sent as it is.',
  ],
  'locktime-ignored': [
    'note',
    'It has a lock time that does not count, because every input is final by its sequence.',
    'Do not rely on the lock.',
  ],
  'relative-lock': [
    'note',
    'A coin must have a certain age before this can be mined.',
    'Wait until then.',
  ],
  truc: [
    'note',
    'It is of version 3: nodes allow it few relatives, and it may always be replaced.',
    'Nothing has to be done.',
  ],
  'not-replaceable': [
    'note',
    'It does not say that it may be replaced by one that pays more.',
    'Some nodes will not take a replacement. Choose the fee well.',
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

/** A finding's severity, sentence and advice. */
export function catalogEntry(id: FindingId): CatalogEntry {
  const [severity, text, advice] = catalog[id];
  return { severity, text, advice };
}

export function isFindingId(text: string): text is FindingId {
  return findingIds.some((id) => id === text);
}
