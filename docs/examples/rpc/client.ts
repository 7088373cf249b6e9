import { client } from 'coldsign/rpc';

const { decodescript } = client({ network: 'regtest' });
console.log((await decodescript(['51'])).asm); // 1
