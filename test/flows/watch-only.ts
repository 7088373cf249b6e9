import { openAccount } from 'coldsign';

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tpubDCMVLhErorrAGfApiJSJzEKwqeaf2z3NrkVMxgYQjZLzMjXMBeRw2muGNYbvaekAE8rUFLftyEar4LdrG2wXyyTJQZ26zptmeTEjPTaATts/<0;1>/*)',
  { network: 'regtest' },
);
console.log(account.address(0));
console.log(account.changeAddress(0));

// As Electrum's blockchain.scripthash.listunspent and a node's listunspent answer.
const coins = account.coins([
  {
    tx_hash: '11'.repeat(32),
    tx_pos: 0,
    height: 840_000,
    value: 250_000,
    address: account.address(0),
  },
  { txid: '22'.repeat(32), vout: 1, amount: 0.0015, confirmations: 3, address: account.address(7) },
]);
const balance = coins.reduce((sum, { value }) => sum + value, 0n);
console.log(balance, coins.map(({ side, index }) => `${side} ${index}`).join(', '));
