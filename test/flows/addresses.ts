import { openAccount } from 'coldsign';

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tpubDCMVLhErorrAGfApiJSJzEKwqeaf2z3NrkVMxgYQjZLzMjXMBeRw2muGNYbvaekAE8rUFLftyEar4LdrG2wXyyTJQZ26zptmeTEjPTaATts/<0;1>/*)',
  { network: 'regtest' },
);
console.log(account.address(0), account.changeAddress(0));

// Addresses that were handed out are remembered in a value that the app keeps.
const { address, next } = account.nextAddress();
console.log(address === account.address(0), account.withNext(next).next.receive);
