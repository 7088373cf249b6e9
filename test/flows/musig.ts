import { combine, extract, fund, openAccount, sign } from 'coldsign';

const keys = [
  'tprv8g1ta3av5CnazJFXFTGRBgmPvDRihuzrYSJo3o68V1sM6GoJYoSYw3bu3bDXaQ6uGGofAQucdq826AmPP8LLoDvoVpQMY1w3owuZmLYA968',
  'tprv8g1ta3av5CnauioU7fWqcQnRAHkP6VgT9CjoL4NZd6z4MytSHxjmnN5Mfg4QqVoepgWvBYbUHw2G4ta9Yke6RsJpLpR6X3PLW26oSbRaCTa',
];
const account = openAccount(`tr(musig(${keys.join(',')})/<0;1>/*)`, { network: 'regtest' });
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 100_000n, height: 100, address: account.address(0) },
]);
const outputs = [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 60_000n }];
const { psbt } = fund({ coins, outputs, change: account, feeRate: 3 });
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

// Round 1: each signer adds public nonces, and keeps the secret ones in memory.
const first = await Promise.all(keys.map((key) => sign(psbt, { keys: key, random })));
const nonces = combine(psbt, ...first.map((each) => each.psbt));

// Round 2: each signs with all nonces.
const second = await Promise.all(
  keys.map((key, i) => sign(nonces, { keys: key, musig: first[i]?.musig })),
);
console.log(extract(combine(nonces, ...second.map((each) => each.psbt))).fee);
