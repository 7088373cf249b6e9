import { extract, fund, openAccount, sign } from 'coldsign';
import { spendingPaths } from 'coldsign/descriptor';

// The key path is BIP341's point without a private key. A leaf needs both keys.
const nums = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';
const keys = [
  'tprv8g1ta3av5CnazJFXFTGRBgmPvDRihuzrYSJo3o68V1sM6GoJYoSYw3bu3bDXaQ6uGGofAQucdq826AmPP8LLoDvoVpQMY1w3owuZmLYA968',
  'tprv8g1ta3av5CnauioU7fWqcQnRAHkP6VgT9CjoL4NZd6z4MytSHxjmnN5Mfg4QqVoepgWvBYbUHw2G4ta9Yke6RsJpLpR6X3PLW26oSbRaCTa',
];
const leaf = `multi_a(2,${keys.map((key) => `${key}/<0;1>/*`).join(',')})`;
const account = openAccount(`tr(${nums},${leaf})`, { network: 'regtest' });
console.log(spendingPaths(account.receive)?.length);
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 100_000n, height: 100, address: account.address(0) },
]);
const outputs = [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 60_000n }];
const { psbt, fee } = fund({ coins, outputs, change: account, feeRate: 3 });
const { psbt: signed } = await sign(psbt, { keys: account });
console.log(fee, extract(signed).transaction.inputs[0]?.witness.length);
