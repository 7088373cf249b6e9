import { isValidMessage, openAccount, signMessage } from 'coldsign';

const descriptor = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
const account = openAccount(descriptor, { network: 'regtest' });
const address = account.address(0);
const signature = await signMessage('hello', { account, index: 0, keys: account });
console.log(isValidMessage({ address, message: 'hello', signature })); // true
