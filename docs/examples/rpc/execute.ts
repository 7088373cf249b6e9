import { execute } from 'coldsign/rpc';

const hex = await execute('createrawtransaction', [[], [{ data: '00' }]]);
console.log(hex); // 0200000000010000000000000000036a010000000000
