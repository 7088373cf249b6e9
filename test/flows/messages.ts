import { isValidMessage, openAccount, signMessage } from 'coldsign';

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ/<0;1>/*)',
  { network: 'regtest' },
);
const message = 'I own this address.';
const signature = await signMessage(message, { account, index: 3, keys: account });
const address = account.address(3);
console.log(isValidMessage({ address, message, signature }));
console.log(isValidMessage({ address, message: 'Something else.', signature }));
