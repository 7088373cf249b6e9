import { isValidMessage, judgeMessage, openAccount, signMessage } from 'coldsign';

const account = openAccount(
  'wpkh([80002067/84h/1h/0h]tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ/<0;1>/*)',
  { network: 'regtest' },
);
const message = 'I own this address.';
const signature = await signMessage(message, { account, index: 3, keys: account });
const address = account.address(3);
console.log(isValidMessage({ address, message, signature }));
console.log(isValidMessage({ address, message: 'Something else.', signature }));

// A proof of funds: the keys of these coins sign too.
const coins = account.coins([
  { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 100, address: account.address(1) },
]);
const proof = await signMessage(message, { account, index: 3, coins });
const { state, coins: claimed } = judgeMessage({ address, message, signature: proof });
for (const { value, proven } of claimed) console.log(state, value, proven);
